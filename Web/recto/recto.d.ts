declare global {
  // Compilers up to 5.0 do not know them.
  interface VideoFrame {}
  interface OffscreenCanvas {}
}

/** A point in pixels: the origin is top left, the center of the first pixel is at (0.5, 0.5). */
export interface Point {
  x: number;
  y: number;
}

/**
 * The top-left, top-right, bottom-right and bottom-left corner. Of a page that is found the first is the one with the smallest
 * x + y; codes begin with their own top left; of corners that are set the first becomes the page's top left.
 */
export type Corners = [Point, Point, Point, Point];

/** Pixels of the caller's. */
export interface Pixels {
  width: number;
  height: number;
  /** Rows without padding. "rgba" if nothing is said. */
  format?: "rgba" | "rgb" | "gray" | "yuyv" | "uyvy" | "nv12";
  data: ArrayBufferView;
}

/** What pictures come as. They are copied or cloned: the caller's stay the caller's. */
export type Picture =
  | ImageData | VideoFrame | ImageBitmap | Blob | HTMLVideoElement | HTMLImageElement | HTMLCanvasElement | OffscreenCanvas
  | Pixels;

export interface Detection {
  corners: Corners;
  /** 0 to 1: from .35 on worth showing, from .8 on worth capturing without asking. */
  confidence: number;
}

export interface Code {
  corners: Corners;
  bytes: Uint8Array;
  text: string;
}

export type Filter = "color" | "grayscale" | "blackAndWhite" | "photo" | "automatic" | "original";

export interface RenderOptions {
  filter?: Filter;
  /** Clockwise turn after the page has been straightened. */
  rotation?: 0 | 90 | 180 | 270;
  /** Pixels per inch of paper; 0 to keep the picture's own. */
  dpi?: number;
}

export type Guidance =
  | "noDocument" | "partlyOutside" | "tooFar" | "tooClose" | "tilted" | "tooDark" | "glare" | "moving" | "holdSteady"
  | "capturing" | "captured" | "samePage";

export type RectoErrorCode =
  | "invalidArgument" | "unreadable" | "notAPage" | "unavailable" | "outOfMemory" | "crashed" | "closed";

export class RectoError extends Error {
  readonly code: RectoErrorCode;
  constructor(code: RectoErrorCode, message: string, options?: { cause?: unknown });
}

/** The engine, in a worker of its own. */
export class Recto {
  private constructor();
  static load(options?: { module?: string | URL; worker?: string | URL }): Promise<Recto>;
  readonly version: string;
  detect(image: Picture): Promise<Detection | null>;
  /** The whole picture is the page if none is found surely. */
  scan(image: Picture): Promise<Page>;
  readCodes(image: Picture, options?: { live?: boolean; limit?: number }): Promise<Code[]>;
  close(): void;
}

/** A page: the whole picture that shows it, and where it is in it. */
export class Page {
  private constructor();
  readonly detection: Detection | null;
  info(): Promise<{ width: number; height: number; corners: Corners | null }>;
  /** null if the picture is the page. */
  setCorners(corners: Corners | null): Promise<void>;
  render(options?: RenderOptions): Promise<RenderedPage>;
  suggestRotation(): Promise<{ rotation: 0 | 90 | 180 | 270 | null; confidence: number }>;
  free(): Promise<void>;
}

export class RenderedPage {
  private constructor();
  readonly format: "gray" | "rgb" | "bilevel";
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
  readonly dpi: number;
  toImageData(): ImageData;
}

/** What a frame shows. */
export interface Observation {
  width: number;
  height: number;
  page: {
    corners: Corners;
    confidence: number;
    identity: number;
    sharpness: number;
    brightness: number;
    glare: number;
  } | null;
  guidance: Guidance;
  /** With "holdSteady", how much of the time has passed, 0 to 1. */
  progress: number;
}

/** What a frame shows, for those who decide elsewhere when a page is captured. */
export interface CaptureObservation {
  width: number;
  height: number;
  page: {
    corners: Corners;
    /** Of the corners, in pixels a second. */
    velocity: Corners;
    confidence: number;
    /** Sides that are hidden or outside the frame, a bit each: 1 top, 2 right, 4 bottom, 8 left. */
    occludedSides: number;
    /** Changes when another page comes. */
    identity: number;
    /** The one until this frame, if the page has just been found to have another outline. */
    formerIdentity: number | null;
    quality: {
      sharpness: number;
      /** Share of the edges' energy in the finest detail, 0 to 1; null if the page shows no edges. */
      highFrequencyRatio: number | null;
      brightness: number;
      surroundBrightness: number;
      contrast: number;
      glareShare: number;
      /** Mean brightness of 8 × 8 parts of the page, row by row. */
      parts: number[];
    } | null;
  } | null;
  /** What is on the page, if it was asked for: 160 × 160 numbers of two bytes, row by row, little-endian. */
  signature: Uint8Array | null;
}

/** Follows a page from frame to frame, measures it, and decides nothing. */
export class Observer {
  private constructor();
  static start(recto: Recto): Promise<Observer>;
  observe(image: Picture, milliseconds: number, options?: { signature?: boolean }): Promise<CaptureObservation>;
  free(): Promise<void>;
}

export interface Capture {
  page: Page;
  milliseconds: number;
  frameNumber: number;
  /** Captured for want of a better one: tilted, dark or with reflections. */
  isLowQuality: boolean;
}

export interface ScannerEvents {
  page: CustomEvent<Observation>;
  guidance: CustomEvent<{ guidance: Guidance; progress: number }>;
  capture: CustomEvent<Capture>;
  error: CustomEvent<{ error: RectoError }>;
}

/** Scans from a video: follows the page, says what is to be done, and captures each page once. */
export class Scanner extends EventTarget {
  /** The engine: of one that was given none, from start on. Its pages end with it. */
  readonly recto: Recto | null;
  constructor(
    video: HTMLVideoElement,
    options?: {
      /** One is loaded if none is given. */
      recto?: Recto;
      /** Whether pages are captured without asking; true if nothing is said. */
      automatic?: boolean;
      /** For how many seconds a page must be still, 0 to 10. */
      dwell?: number;
      rememberedPages?: number;
      bufferedFrames?: number;
    },
  );
  start(): Promise<void>;
  stop(): void;
  capture(): Promise<void>;
  rearm(): Promise<void>;
  reset(): Promise<void>;
  close(): Promise<void>;
  addEventListener<Name extends keyof ScannerEvents>(
    type: Name, listener: (event: ScannerEvents[Name]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}
