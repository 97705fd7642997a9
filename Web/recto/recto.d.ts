declare global {
  // Compilers up to 5.0 do not declare it.
  interface VideoFrame {}
  interface OffscreenCanvas {}
}

/** A point in pixels: the origin is top left, the center of the first pixel is at (0.5, 0.5). */
export interface Point {
  x: number;
  y: number;
}

/**
 * The top-left, top-right, bottom-right and bottom-left corner. For a detected page, the first is the one with the
 * smallest x + y. Codes start with their own top left. For corners that are set, the first becomes the page's top
 * left.
 */
export type Corners = [Point, Point, Point, Point];

/** Caller-owned pixels. */
export interface Pixels {
  width: number;
  height: number;
  /** Rows without padding. Default "rgba". */
  format?: "rgba" | "rgb" | "gray" | "yuyv" | "uyvy" | "nv12";
  data: ArrayBufferView;
}

/** The accepted kinds of pictures. They are copied or cloned, so the caller's remain usable. */
export type Picture =
  | ImageData | VideoFrame | ImageBitmap | Blob | HTMLVideoElement | HTMLImageElement | HTMLCanvasElement | OffscreenCanvas
  | Pixels;

export interface Detection {
  corners: Corners;
  /** 0 to 1: worth showing from 0.35, worth capturing without asking from 0.8. */
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
  /** The clockwise rotation after the page has been straightened. */
  rotation?: 0 | 90 | 180 | 270;
  /** Pixels per inch of paper, 10 to 2400; 0 to keep the picture's resolution. */
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

/** The engine, in a worker. */
export class Recto {
  private constructor();
  static load(options?: { module?: string | URL; worker?: string | URL }): Promise<Recto>;
  readonly version: string;
  detect(image: Picture): Promise<Detection | null>;
  /** If no page is found with confidence, the whole picture is the page. */
  scan(image: Picture): Promise<Page>;
  readCodes(image: Picture, options?: { live?: boolean; limit?: number }): Promise<Code[]>;
  close(): void;
}

/** A page: the whole picture that contains it, and its corners. */
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
  /** With "holdSteady", the share of the time that has passed, 0 to 1. */
  progress: number;
}

/** What a frame shows, for callers that decide elsewhere when a page is captured. */
export interface CaptureObservation {
  width: number;
  height: number;
  page: {
    corners: Corners;
    /** The velocities of the corners, in pixels per second. */
    velocity: Corners;
    confidence: number;
    /** Sides that are hidden or outside the frame, as bits: 1 top, 2 right, 4 bottom, 8 left. */
    occludedSides: number;
    /** Changes when another page appears. */
    identity: number;
    /** The identity up to this frame, if the page was just found to have a different outline. */
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
  /** The page's signature, if requested: 160 × 160 two-byte numbers, row by row, little-endian. */
  signature: Uint8Array | null;
  /** Without a page, the sides at which the frame cuts one, as bits: 1 top, 2 right, 4 bottom, 8 left. */
  cutSides: number;
  /** Without a page, whether one fills the frame. */
  fillsFrame: boolean;
}

/** Tracks a page from frame to frame and measures it, without making decisions. */
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
  /** Whether no better frame was available: the page is tilted, dark or has reflections. */
  isLowQuality: boolean;
}

export interface ScannerEvents {
  page: CustomEvent<Observation>;
  guidance: CustomEvent<{ guidance: Guidance; progress: number }>;
  capture: CustomEvent<Capture>;
  error: CustomEvent<{ error: RectoError }>;
}

/** Scans from a video: tracks the page, guides the user, and captures each page once. */
export class Scanner extends EventTarget {
  /** The engine. If none was given, it exists after `start`. Closing it frees its pages. */
  readonly recto: Recto | null;
  constructor(
    video: HTMLVideoElement,
    options?: {
      /** The engine; loaded if not given. */
      recto?: Recto;
      /** Whether pages are captured automatically. Default true. */
      automatic?: boolean;
      /** How long a page must be still, 0 to 10 seconds. */
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
