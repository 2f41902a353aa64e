import { type Clip, parseClip } from "#domain/build/clip.ts";
import { tabStorage } from "#web/lib/storage.ts";

const KEY = "bopolis-builder-clip";

/** The copied parts of this tab, also for other levels' pages. */
export class ClipStore {
  #clip: Clip | null = null;

  get(): Clip | null {
    return this.#clip ?? parseClip(tabStorage.get(KEY));
  }

  set(clip: Clip): void {
    this.#clip = clip;
    tabStorage.set(KEY, JSON.stringify(clip));
  }
}
