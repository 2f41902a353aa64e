import { type RefObject, useEffect, useState } from "react";
import type { Build } from "#domain/build/api.ts";
import type { LevelEditor } from "#web/game/edit/level-editor.ts";
import type { GameSettings } from "#web/game/game-settings.ts";
import type { Store } from "#web/lib/store.ts";
import { builderText } from "#web/text/builder.ts";
import { cx } from "#web/ui/cx.ts";
import { type LazyPart, lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { BuilderContext, useEditorState, useSelected } from "./builder-context.ts";
import { BuilderModals } from "./builder-modals.tsx";
import styles from "./builder-screen.module.css";
import { loadBuilderSettings, saveBuilderSettings } from "./builder-settings.ts";
import { closedKind } from "./closed-kind.ts";
import { downloadLevel } from "./download-level.ts";
import type { GuideCardProps } from "./guide/guide-card.tsx";
import { hasSeenGuide, setGuideSeen } from "./guide/guide-seen.ts";
import { useHints } from "./level/use-hints.ts";
import { ClosedMessage } from "./load-message.tsx";
import type { BuildSession } from "./model/build-session.ts";
import { NoticeLine } from "./notice-line.tsx";
import { RefusedList } from "./refused-list.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { SidePanel } from "./side-panel.tsx";
import { SnapChips } from "./snap-chips.tsx";
import type { ClearState } from "./test/clear-check.ts";
import { type TestHudProps, TestLayer } from "./test/test-layer.tsx";
import { ToolPalette } from "./tool-palette.tsx";
import { TopBar } from "./top-bar.tsx";
import { useSessionNotices } from "./use-session-notices.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useWorkbench } from "./use-workbench.ts";

const guideCard = lazyPart<GuideCardProps>(() => import("./guide/guide-card.tsx"));

export interface WorkbenchProps {
  build: Build;
  session: BuildSession;
  editor: LevelEditor;
  canvas: RefObject<HTMLCanvasElement | null>;
  settings: GameSettings;
  changeSettings: (values: Partial<GameSettings>) => void;
  testHud: LazyPart<TestHudProps>;
}

/** Shown over the level itself: the selection, snapping, and what happened. */
function StageLayer() {
  const isLost = useEditorState((state) => state.canvas === "lost");
  return (
    <div className={styles.layer}>
      <div className={styles.above}>
        <SelectionBar />
      </div>
      {isLost && (
        <p className={styles.lost} role="status">
          {builderText.lostCanvas}
        </p>
      )}
      <div className={styles.below}>
        <SnapChips />
        <NoticeLine />
      </div>
      <RefusedList />
    </div>
  );
}

/** The tools and panels around a level that is being built. */
export function Workbench({
  build,
  session,
  editor,
  canvas,
  settings,
  changeSettings,
  testHud,
}: WorkbenchProps) {
  const bench = useWorkbench({ build, session, editor, canvas });
  const { builder, panel, modal, closeModal, test, startTest, stopTest } = bench;
  const [own, setOwn] = useState(loadBuilderSettings);
  const [hasGuide, setGuide] = useState(() => !hasSeenGuide());
  const [check, setCheck] = useState<Store<ClearState> | null>(null);
  const hints = useHints(session, editor);
  const link = useSelected(session.state, (state) => state.link);
  const endGuide = () => {
    setGuideSeen();
    setGuide(false);
  };
  useSessionNotices(session);
  useShortcuts({ canvas, isTesting: test !== null, onlyInLevel: own.keysOnlyInLevel, run: builder.run });
  useEffect(() => editor.setSettings(settings), [editor, settings]);
  useEffect(() => canvas.current?.focus({ preventScroll: true }), [canvas]);
  if (link === "closed")
    return <ClosedMessage kind={closedKind(session.state.get().closeCode)} levelId={build.level.id} />;
  return (
    <BuilderContext value={builder}>
      {test ? (
        <TestLayer
          test={test.play}
          isProof={test.isProof}
          check={check}
          onCheck={setCheck}
          settings={settings}
          changeSettings={changeSettings}
          hud={testHud}
          onBack={stopTest}
          onPublish={() => {
            stopTest();
            builder.openModal("publish");
          }}
        />
      ) : (
        <>
          <div className={styles.bar}>
            <TopBar
              isPanelOpen={panel.isShown}
              onPanel={() => panel.setOpen(!panel.isShown)}
              onExport={() => void downloadLevel(session.model.document, build.level.title)}
              onGuide={() => setGuide(true)}
              onTestStart={() => startTest("spawn")}
            />
          </div>
          <div className={styles.tools}>
            <ToolPalette />
          </div>
          <StageLayer />
          {panel.isShown && (
            <div className={cx(styles.panel, styles.sheet)}>
              <SidePanel
                tab={panel.tab}
                onTab={panel.setTab}
                hints={hints}
                onClose={() => panel.setOpen(false)}
              />
            </div>
          )}
        </>
      )}
      {/* It goes on while the level is tested, which is its last step. */}
      {hasGuide && <OnDemand part={guideCard} props={{ isHidden: test !== null, onClose: endGuide }} />}
      <BuilderModals
        modal={modal}
        onClose={closeModal}
        settings={settings}
        changeSettings={changeSettings}
        own={own}
        changeOwn={(next) => {
          saveBuilderSettings(next);
          setOwn(next);
        }}
        check={check}
        onProof={() => {
          setCheck(null);
          startTest("spawn", true);
        }}
      />
    </BuilderContext>
  );
}
