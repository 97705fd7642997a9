/** An error of the engine. */
export class RectoError extends Error {
  /**
   * @param {string} code invalidArgument, notAPage, unavailable, outOfMemory, crashed or closed
   * @param {string} message what was found and what is required
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = "RectoError";
    this.code = code;
  }
}
