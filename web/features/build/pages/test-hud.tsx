import hud from "#web/features/play/hud.module.css";
import { Announcer, Hud, Task } from "#web/features/play/hud.tsx";
import type { TestHudProps } from "../test/test-layer.tsx";

const ignore = () => {};

/** The player's HUD over a test in the builder, which has no menu and no room. */
export default function TestHud({ test, title, settings, changeSettings }: TestHudProps) {
  const { game, world } = test;
  const hasGoal = world.goal !== undefined;
  return (
    <>
      <Announcer game={game} title={title} hasGoal={hasGoal} rival={null} />
      <Hud
        game={game}
        isBeside={false}
        muted={settings.muted}
        captions={settings.captions}
        rival={null}
        onMenu={null}
        onSound={() => changeSettings({ muted: !settings.muted })}
        room={null}
        keys={null}
        panel={null}
        onPanel={ignore}
      />
      {test.isFromSpawn && (
        <div className={hud.guide}>
          <Task game={game} hasGoal={hasGoal} />
        </div>
      )}
    </>
  );
}
