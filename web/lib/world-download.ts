import type { World } from "#domain/world/schema.ts";
import { ResponseError } from "./api.ts";
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
/** A download that was started early is used within this time, so a level that has changed since is downloaded again. */
const EARLY_MS = 20_000;

const early = new Map<number, { download: WorldDownload; startedAt: number }>();

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

async function readError(response: Response): Promise<ResponseError> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: string;
    message?: string;
    code?: string;
  };
  return new ResponseError(response.status, body.code ?? "unknown", body.error ?? body.message ?? "");
}

function begin(levelId: number): WorldDownload {
  const progress = createStore<DownloadProgress>({ loaded: 0, total: null });
  const controller = new AbortController();
  const load = async (): Promise<WorldDocument> => {
    const response = await fetch(`/api/levels/${levelId}/world`, { signal: controller.signal });
    if (!response.ok) throw await readError(response);
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

/** Starts downloading a level's document before its player is on the screen, for example when Play is pressed. */
export function startWorldDownload(levelId: number): void {
  const known = early.get(levelId);
  if (known && performance.now() - known.startedAt < EARLY_MS) return;
  early.set(levelId, { download: begin(levelId), startedAt: performance.now() });
}

/** Returns the download that was started early for a level, or starts it. */
export function takeWorldDownload(levelId: number): WorldDownload {
  const known = early.get(levelId);
  early.delete(levelId);
  return known && performance.now() - known.startedAt < EARLY_MS ? known.download : begin(levelId);
}
