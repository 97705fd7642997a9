import type {
  CaptureObservation, Code, Corners, Detection, Filter, Observation, Pixels, RenderedPage, RenderOptions,
} from "./recto.js";

/** Identifies a page, a scanner or an observer. It must be freed. */
export type Handle = number;

export interface CapturedPage {
  page: Handle;
  milliseconds: number;
  frameNumber: number;
  isLowQuality: boolean;
}

export const FILTERS: readonly Filter[];

/** The module on the calling thread: in your worker, or in Node. */
export class Engine {
  private constructor();
  static load(
    source: WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response | PromiseLike<Response>): Promise<Engine>;
  readonly version: string;
  /** The memory used by the module, in bytes. */
  readonly memoryBytes: number;
  detect(frame: Pixels): Detection | null;
  /** If no page is found with confidence, the whole picture is the page. */
  scan(frame: Pixels): { page: Handle; detection: Detection | null };
  readCodes(frame: Pixels, options?: { live?: boolean; limit?: number }): Code[];

  newScanner(options?: {
    automatic?: boolean; dwell?: number; rememberedPages?: number; bufferedFrames?: number; filter?: Filter;
  }): Handle;
  process(
    scanner: Handle, frame: Pixels, milliseconds: number, frameNumber?: number): Observation & { captured: CapturedPage | null };
  requestShot(scanner: Handle): void;
  rearm(scanner: Handle): void;
  reset(scanner: Handle): void;
  /** Ends the stream and returns the page that was being captured, if any. */
  finish(scanner: Handle): CapturedPage | null;
  freeScanner(scanner: Handle): void;

  newObserver(): Handle;
  observe(
    observer: Handle, frame: Pixels, milliseconds: number, options?: { signature?: boolean }): CaptureObservation;
  freeObserver(observer: Handle): void;

  pageInfo(page: Handle): { width: number; height: number; corners: Corners | null };
  /** null if the picture is the page. */
  setCorners(page: Handle, corners: Corners | null): void;
  render(page: Handle, options?: RenderOptions): Omit<RenderedPage, "toImageData">;
  suggestRotation(page: Handle): { rotation: 0 | 90 | 180 | 270 | null; confidence: number };
  freePage(page: Handle): void;
}
