import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { buildRoute } from "#domain/build/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { queryFor } from "#web/lib/query.ts";
import { useTitle } from "#web/lib/title.ts";
import { useGameSettings } from "#web/lib/use-game-settings.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { useMember } from "#web/lib/user.ts";
import { hasWebGl } from "#web/scene/web-gl.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import styles from "../builder-screen.module.css";
import type { ClosedPageProps } from "../closed-page.tsx";
import {
  BuilderLoadError,
  type BuilderProblem,
  type LoadedBuilder,
  loadBuilder,
  problemOf,
} from "../load-builder.ts";
import { LoadMessage } from "../load-message.tsx";
import type { TestHudProps } from "../test/test-layer.tsx";
import { builderText, builderLoadText as text } from "../text/builder.ts";
import { Workbench } from "../workbench.tsx";

/** Loading for longer than this, the screen mentions the slow connection. */
const SLOW_MS = 4_000;

function BuilderLoading({ title, levelUrl }: { title: string | undefined; levelUrl: string }) {
  const [isSlow, setSlow] = useState(false);
  useTimeout(() => setSlow(true), SLOW_MS);
  return (
    <div className={styles.loading}>
      <div className={styles.loadingArt}>
        <PosedBopi pose="carry" />
      </div>
      <h1>{title ?? text.page}</h1>
      <div className={styles.track} role="progressbar" aria-label={text.loading}>
        <span />
      </div>
      <p role="status">{isSlow ? text.slow : text.connecting}</p>
      <LinkButton variant="quiet" icon={ArrowLeft} to={levelUrl}>
        {text.back}
      </LinkButton>
    </div>
  );
}

const testHud = lazyPart<TestHudProps>(() => import("./test-hud.tsx"));
const closedPage = lazyPart<ClosedPageProps>(() => import("../closed-page.tsx"));
const reload = () => window.location.reload();

type Load =
  | { at: "loading" }
  | { at: "failed"; problem: BuilderProblem; detail: string | null }
  | ({ at: "ready" } & LoadedBuilder);

function Builder({ levelId }: { levelId: number }) {
  const user = useMember();
  const query = useQuery(queryFor(buildRoute, { params: { id: levelId } }));
  const build = query.data?.build;
  const [settings, changeSettings] = useGameSettings();
  const [attempt, setAttempt] = useState(0);
  const [load, setLoad] = useState<Load>(
    hasWebGl() ? { at: "loading" } : { at: "failed", problem: "no_webgl", detail: null },
  );
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const [initialSettings] = useState(settings);
  const levelUrl = build?.level.url ?? `/levels/${levelId}`;
  useTitle(build ? text.title(build.level.title) : text.page);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!canvas.current || !overlay.current || !hasWebGl()) return;
    const controller = new AbortController();
    const { signal } = controller;
    let loaded: LoadedBuilder | undefined;
    loadBuilder({
      levelId,
      userId: user.id,
      canvas: canvas.current,
      overlay: overlay.current,
      settings: initialSettings,
      signal,
    }).then(
      (result) => {
        loaded = result;
        setLoad({ at: "ready", ...result });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const { problem, detail } = error instanceof BuilderLoadError ? error : new BuilderLoadError("build");
        setLoad({ at: "failed", problem, detail });
      },
    );
    return () => {
      controller.abort();
      loaded?.editor?.dispose();
      loaded?.session.close();
    };
  }, [levelId, attempt]);

  const retry = () => {
    setLoad({ at: "loading" });
    setAttempt((count) => count + 1);
    if (query.isError) void query.refetch();
  };
  const failure = load.at === "failed" ? load : query.isError && !build ? problemOf(query.error) : null;
  const isReady = load.at === "ready" && build !== undefined;
  return (
    <div className={styles.screen} data-builder={isReady ? "ready" : load.at}>
      <div className={styles.stage}>
        {/* A new attempt gets a new canvas, because a lost one can't be used again. */}
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the level uses the keyboard itself */}
        <canvas
          key={attempt}
          ref={canvas}
          className={styles.canvas}
          role="application"
          aria-label={builderText.canvas(build?.level.title ?? text.page)}
          aria-describedby={keysId}
          inert={failure !== null}
        />
        <p id={keysId} hidden>
          {builderText.canvasKeys}
        </p>
        <div key={`overlay ${attempt}`} ref={overlay} className={styles.overlay} />
      </div>
      {isReady && load.editor && (
        <Workbench
          key={attempt}
          build={build}
          session={load.session}
          editor={load.editor}
          canvas={canvas}
          settings={settings}
          changeSettings={changeSettings}
          testHud={testHud}
        />
      )}
      {isReady && !load.editor && (
        <OnDemand
          part={closedPage}
          props={{ code: load.session.state.get().closeCode, levelId, onClose: reload }}
        />
      )}
      {!failure && !isReady && <BuilderLoading title={build?.level.title} levelUrl={levelUrl} />}
      {failure && <LoadMessage {...failure} levelUrl={levelUrl} onRetry={retry} />}
    </div>
  );
}

export default function BuildPage() {
  const { id = "" } = useParams();
  if (!isValidParam("id", id))
    return <LoadMessage problem="missing" detail={null} levelUrl="/levels" onRetry={() => {}} />;
  return <Builder key={id} levelId={Number(id)} />;
}
