import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import type { Game, GameOptions } from "#web/game/game.ts";
import { ResponseError } from "#web/lib/api.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { type DownloadProgress, takeWorldDownload, type WorldDocument } from "#web/lib/world-download.ts";
import { loadChunk } from "#web/ui/chunks.ts";

/** Reasons for a level that can't be played right now. */
export type LoadProblem = "offline" | "code" | "world" | "newer" | "build" | "no_webgl" | "missing";

/** Thrown when a level can't be loaded. `detail` is the server's own message, if it gave one. */
export class GameLoadError extends Error {
  readonly problem: LoadProblem;
  readonly detail: string | null;

  constructor(problem: LoadProblem, detail: string | null = null) {
    super(detail ?? problem);
    this.problem = problem;
    this.detail = detail;
  }
}

export interface LoadProgress extends DownloadProgress {
  step: "download" | "build";
  /** 0 to 1: bytes of the document first, then the player's code and the building. */
  share: number;
}

export const loadProgress = (): Store<LoadProgress> =>
  createStore<LoadProgress>({ step: "download", share: 0, loaded: 0, total: null });

export interface LoadedGame {
  game: Game;
  document: WorldDocument;
}

const importGame = () => import("#web/game/game.ts");

/** Parts of the bar: the document, the code, and the building. */
const DOCUMENT_SHARE = 0.6;
const CODE_SHARE = 0.2;
/** The expected size of a document whose size isn't known. */
const GUESSED_BYTES = 400_000;

function documentProblem(error: unknown): GameLoadError {
  if (!(error instanceof ResponseError)) return new GameLoadError(navigator.onLine ? "world" : "offline");
  if (error.status === 404) return new GameLoadError("missing");
  if (error.code === "newer_document") return new GameLoadError("newer");
  return new GameLoadError("world", error.message || null);
}

type LoadOptions = Omit<GameOptions, "world" | "look"> & {
  levelId: number;
  progress: Store<LoadProgress>;
  signal: AbortSignal;
};

/** Downloads a level and the player's code at the same time, and builds the level. Rejects with `GameLoadError`. */
export async function loadGame({ levelId, progress, signal, ...options }: LoadOptions): Promise<LoadedGame> {
  const download = takeWorldDownload(levelId);
  signal.addEventListener("abort", download.abort);
  let isCodeLoaded = false;
  const show = () => {
    const { loaded, total } = download.progress.get();
    const ofDocument = Math.min(1, loaded / (total ?? Math.max(GUESSED_BYTES, loaded * 1.2)));
    const share = ofDocument * DOCUMENT_SHARE + (isCodeLoaded ? CODE_SHARE : 0);
    progress.set({ step: "download", share, loaded, total });
  };
  show();
  const unsubscribe = download.progress.subscribe(show);
  const code = loadChunk(importGame).then(
    (module) => {
      isCodeLoaded = true;
      show();
      return module;
    },
    () => {
      throw new GameLoadError(navigator.onLine ? "code" : "offline");
    },
  );
  const read = download.document.catch((error: unknown) => {
    throw documentProblem(error);
  });
  const [{ createGame, NoWebGlError }, document] = await Promise.all([code, read]).finally(unsubscribe);
  signal.throwIfAborted();
  const { loaded, total } = download.progress.get();
  progress.set({ step: "build", share: DOCUMENT_SHARE + CODE_SHARE, loaded, total });
  let game: Game | undefined;
  try {
    game = createGame({ ...options, world: document.world, look: { colors: DEFAULT_COLORS, items: {} } });
    await game.start();
    signal.throwIfAborted();
    return { game, document };
  } catch (error) {
    game?.dispose();
    if (signal.aborted) throw error;
    if (error instanceof NoWebGlError) throw new GameLoadError("no_webgl");
    reportError(error);
    throw new GameLoadError("build");
  }
}
