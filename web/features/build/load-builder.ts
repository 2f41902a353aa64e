import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { createLevelEditor, type LevelEditor } from "#web/game/edit/create-level-editor.ts";
import type { EditorOptions } from "#web/game/edit/editor-state.ts";
import { ResponseError } from "#web/lib/api.ts";
import type { PreviewLook } from "#web/scene/look.ts";
import { BuildSession } from "./model/build-session.ts";
import { editorLabels } from "./text/editor-labels.ts";

/** Reasons for a level that can't be built right now. */
export type BuilderProblem = "offline" | "build" | "missing" | "no_webgl";

/** Thrown when a level can't be opened. `detail` is the server's own message, if it gave one. */
export class BuilderLoadError extends Error {
  readonly problem: BuilderProblem;
  readonly detail: string | null;

  constructor(problem: BuilderProblem, detail: string | null = null) {
    super(detail ?? problem);
    this.problem = problem;
    this.detail = detail;
  }
}

export interface LoadedBuilder {
  session: BuildSession;
  editor: LevelEditor | null;
}

/** The problem behind an error response of the builder's routes. */
export function problemOf(error: unknown): BuilderLoadError {
  if (!(error instanceof ResponseError) || error.status === 0) return new BuilderLoadError("offline");
  return error.status === 404 || error.status === 403
    ? new BuilderLoadError("missing")
    : new BuilderLoadError("build", error.message);
}

/** Stands in for the user's bopi until a test begins. */
const PLAIN_LOOK: PreviewLook = { colors: DEFAULT_COLORS, items: {} };

interface LoadOptions extends Pick<EditorOptions, "canvas" | "overlay" | "settings"> {
  levelId: number;
  userId: number;
  signal: AbortSignal;
}

/** Loads the document and the socket, and draws the level. Rejects with `BuilderLoadError`. */
export async function loadBuilder({
  levelId,
  userId,
  signal,
  ...options
}: LoadOptions): Promise<LoadedBuilder> {
  const session = await BuildSession.open(levelId, { userId }).catch((error: unknown) => {
    throw problemOf(error);
  });
  let editor: LevelEditor | undefined;
  try {
    signal.throwIfAborted();
    if (session.state.get().link === "closed") return { session, editor: null };
    const { model } = session;
    const made = createLevelEditor({ ...options, model, look: PLAIN_LOOK, labels: editorLabels });
    editor = made;
    await made.start();
    signal.throwIfAborted();
    return { session, editor: made };
  } catch (error) {
    editor?.dispose();
    session.close();
    if (signal.aborted || error instanceof BuilderLoadError) throw error;
    if (error instanceof Error && error.name === "NoWebGlError") throw new BuilderLoadError("no_webgl");
    reportError(error);
    throw new BuilderLoadError("build");
  }
}
