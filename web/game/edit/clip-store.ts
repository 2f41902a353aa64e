import { type Clip, parseClip } from "#domain/build/clip.ts";

const KEY = "bopolis-builder-clip";

/** The copied parts of this tab, also for other levels' pages. */
export class ClipStore {
  #clip: Clip | null = null;

  get(): Clip | null {
    return this.#clip ?? parseClip(readStored());
  }

  set(clip: Clip): void {
    this.#clip = clip;
    try {
      sessionStorage.setItem(KEY, JSON.stringify(clip));
    } catch {
      // The browser blocks its storage, or it's full: the clip stays on this page.
    }
  }
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
