/** What has to be done to take back what was done so far; the latest first. */
export class UndoLog {
  private readonly steps: { readonly path: string; readonly undo: () => Promise<void> }[] = [];

  /** @param path of the file that the step puts back */
  push(path: string, undo: () => Promise<void>): void {
    this.steps.push({ path, undo });
  }

  /** Takes everything back as far as possible. @returns paths that could not be put back */
  async undo(): Promise<readonly string[]> {
    const failed: string[] = [];
    for (const { path, undo } of this.steps.splice(0).toReversed()) {
      try {
        await undo();
      } catch {
        failed.push(path);
      }
    }
    return failed;
  }
}
