import type { World } from "#domain/world/schema.ts";
import { callHeaders, ResponseError, readError } from "./api.ts";
import { createStore, type Store } from "./store.ts";

/** A level's document as it was stored when it was downloaded. */
export interface WorldDocument {
  world: World;
  revision: number;
}

/** Bytes so far. `total` is null if the server doesn't say how many there are. */
export interface DownloadProgress {
  loaded: number;
  total: number | null;
}

export interface WorldDownload {
  readonly progress: Store<DownloadProgress>;
  readonly document: Promise<WorldDocument>;
  abort(): void;
}

/** The version of level documents that this page can show. */
const DOCUMENT_VERSION = 1;
/** Everything that needs a level's document within this time uses the same download. */
const SHARED_MS = 10_000;

interface SharedDownload {
  download: WorldDownload;
  users: number;
}

const shared = new Map<number, SharedDownload>();

async function readText(response: Response, progress: Store<DownloadProgress>): Promise<string> {
  const total = Number(response.headers.get("X-Level-Bytes")) || null;
  const reader = response.body?.getReader();
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = "";
  let loaded = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    loaded += value.length;
    progress.set({ loaded, total });
  }
}

function begin(levelId: number): WorldDownload {
  const progress = createStore<DownloadProgress>({ loaded: 0, total: null });
  const controller = new AbortController();
  const load = async (): Promise<WorldDocument> => {
    const response = await fetch(`/api/levels/${levelId}/world`, {
      signal: controller.signal,
      headers: callHeaders(),
    });
    if (!response.ok) throw await readError(response, "");
    // The server stores documents in their canonical form, so they aren't validated again.
    const world = JSON.parse(await readText(response, progress)) as World;
    if (world.version !== DOCUMENT_VERSION) throw new ResponseError(0, "newer_document", "");
    return { world, revision: Number(response.headers.get("X-Level-Revision")) };
  };
  const document = load();
  // Readers handle the error; a download that no one reads has none.
  document.catch(() => undefined);
  return { progress, document, abort: () => controller.abort() };
}

function share(levelId: number): SharedDownload {
  const known = shared.get(levelId);
  if (known) return known;
  const entry = { download: begin(levelId), users: 0 };
  shared.set(levelId, entry);
  const forget = () => {
    if (shared.get(levelId) === entry) shared.delete(levelId);
  };
  const timer = setTimeout(forget, SHARED_MS);
  // A failed download starts again at the next attempt.
  entry.download.document.catch(() => {
    clearTimeout(timer);
    forget();
  });
  return entry;
}

/** Starts downloading a level's document before its player is on the screen, for example when Play is pressed. */
export function startWorldDownload(levelId: number): void {
  // It goes on while one screen follows another.
  const { abort } = takeWorldDownload(levelId);
  setTimeout(abort, SHARED_MS);
}

/** Downloads a level's document, or shares the download that was started a moment ago. */
export function takeWorldDownload(levelId: number): WorldDownload {
  const entry = share(levelId);
  const { progress, document, abort } = entry.download;
  entry.users++;
  let isUsed = true;
  return {
    progress,
    document,
    abort: () => {
      if (isUsed && --entry.users === 0) {
        abort();
        if (shared.get(levelId) === entry) shared.delete(levelId);
      }
      isUsed = false;
    },
  };
}
