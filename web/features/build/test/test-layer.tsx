import { Hammer, Rocket, RotateCcw } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { formatDuration } from "#domain/duration.ts";
import type { TestPlay } from "#web/game/edit/editor-state.ts";
import type { GameSettings } from "#web/game/game-settings.ts";
import type { FinishedRun } from "#web/game/game-state.ts";
import type { Store } from "#web/lib/store.ts";
import { useMember } from "#web/lib/user.ts";
import { waitFor } from "#web/lib/wait-for.ts";
import { Button } from "#web/ui/button.tsx";
import { type LazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { useBuilder, useStore } from "../builder-context.ts";
import { ariaKeys } from "../shortcuts.ts";
import { builderTestText as text } from "../text/builder-test.ts";
import { useKeyLabel } from "../tool-button.tsx";
import { loadLook } from "./load-look.ts";
import { type ProofState, submitProof } from "./submit-proof.ts";
import styles from "./test-layer.module.css";

/** Stars, time and sounds of the player, over a test. */
export interface TestHudProps {
  test: TestPlay;
  title: string;
  settings: GameSettings;
  changeSettings: (values: Partial<GameSettings>) => void;
  onClose: () => void;
}

export interface TestLayerProps {
  test: TestPlay;
  /** The test is meant to prove that the level can be cleared. */
  isProof: boolean;
  check: Store<ProofState> | null;
  onCheck: (check: Store<ProofState> | null) => void;
  settings: GameSettings;
  changeSettings: (values: Partial<GameSettings>) => void;
  hud: LazyPart<TestHudProps>;
  onClose: () => void;
  onPublish: () => void;
}

function clearText(state: ProofState): string {
  switch (state.at) {
    case "playing":
      return text.clearTask;
    case "checking":
      return text.checking;
    case "cleared":
      return text.cleared(formatDuration(state.ms));
    case "refused":
      return text.refused(state.reason);
    case "failed":
      return text.failed(state.reason);
  }
}

interface ClearCardProps {
  state: Store<ProofState>;
  onPublish: () => void;
  onAgain: () => void;
}

/** Says whether the run proves that the level can be cleared. */
function ClearCard({ state: store, onPublish, onAgain }: ClearCardProps) {
  const state = useStore(store);
  const card = useRef<HTMLDivElement>(null);
  const isOver = state.at !== "playing" && state.at !== "checking";
  // The level has the keys, Tab included, until there is something to choose.
  useEffect(() => {
    if (isOver) card.current?.querySelector("button")?.focus();
  }, [isOver]);
  return (
    <div ref={card} className={styles.card} role="status" data-clear={state.at}>
      <p>{clearText(state)}</p>
      {(state.at === "refused" || state.at === "failed") && (
        <Button icon={RotateCcw} onClick={onAgain}>
          {text.again}
        </Button>
      )}
      {state.at === "cleared" && (
        <Button variant="primary" icon={Rocket} onClick={onPublish}>
          {text.goOn}
        </Button>
      )}
    </div>
  );
}

/** The newest run of a test that reached its end. A proof is sent to be checked, which goes on after the test. */
function useFinishedRun({ test, isProof, onCheck }: Pick<TestLayerProps, "test" | "isProof" | "onCheck">) {
  const { build, session } = useBuilder();
  const [finished, setFinished] = useState<FinishedRun | null>(null);
  const onFinish = useEffectEvent((run: FinishedRun) => {
    setFinished(run);
    if (isProof) onCheck(submitProof(run, { levelId: build.level.id, session }));
  });
  useEffect(() => test.game.onFinish((run) => onFinish(run)), [test]);
  const reset = () => {
    setFinished(null);
    if (isProof) onCheck(null);
  };
  return { finished, reset };
}

export default function TestLayer(props: TestLayerProps) {
  const { test, isProof, check, onCheck, settings, changeSettings, hud, onClose, onPublish } = props;
  const { build, isApple } = useBuilder();
  const userId = useMember().id;
  const withKey = useKeyLabel();
  const { finished, reset } = useFinishedRun({ test, isProof, onCheck });
  const restart = () => {
    reset();
    test.game.restart();
  };
  const onAction = useEffectEvent((action: string) => {
    if (action === "menu") onClose();
    else if (action === "restart" || (action === "respawn" && finished)) restart();
    else if (action === "sound") changeSettings({ muted: !settings.muted });
  });
  useEffect(() => test.game.onAction((action) => onAction(action)), [test]);
  useEffect(() => test.game.setSettings(settings), [test, settings]);
  useEffect(() => waitFor(loadLook(userId), (look) => look && test.game.setLook(look)), [test, userId]);
  return (
    <div className={styles.layer} data-testing>
      <OnDemand part={hud} props={{ test, title: build.level.title, settings, changeSettings, onClose }} />
      <div className={styles.back}>
        <Button icon={Hammer} aria-keyshortcuts={ariaKeys("test", isApple)} onClick={onClose}>
          {withKey("test", text.back)}
        </Button>
        {finished && (
          <Button icon={RotateCcw} onClick={restart}>
            {text.restart}
          </Button>
        )}
      </div>
      {isProof && check && <ClearCard state={check} onPublish={onPublish} onAgain={restart} />}
      {isProof && !check && <p className={styles.card}>{text.clearTask}</p>}
      {!isProof && finished && (
        <p className={styles.card} role="status">
          {text.finished(formatDuration(finished.ms))}
        </p>
      )}
    </div>
  );
}
