import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Gamepad2, Laptop, Play } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import type { JoinDestination } from "#domain/play/api.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu } from "#web/ui/menu.tsx";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { playButtonText as text } from "../text/play-button.ts";
import { isLaunchLoading, launchStore, startPlaying } from "./launch-store.ts";
import styles from "./play-button.module.css";
import { rememberPlayChoice } from "./play-choice.ts";
import { playUrl } from "./play-url.ts";
import { levelTarget } from "./start-launch.ts";
import { preloadPrefetch, startPlay, watchForPlay } from "./start-play.ts";
import { isComputer, usePlayChoice, whenIdle } from "./use-play-choice.ts";

/** Whether the page is requesting a token for this destination. */
export const useIsLaunchLoading = (destination: JoinDestination): boolean =>
  useSyncExternalStore(launchStore.subscribe, () => isLaunchLoading(destination));

interface PlayButtonProps extends Pick<ButtonLook, "size"> {
  level: { id: number; title: string };
  /** Downloads the player's code. Called when the button is in sight and the browser is idle. */
  preload?: (() => void) | undefined;
  /** Whether the menu with both ways is beside it, on computers. */
  hasMenu?: boolean;
  className?: string | undefined;
}

/** Opens the desktop client, or the sign-in page: the client needs an account. */
function DesktopButton({ level, look }: { level: PlayButtonProps["level"]; look: ButtonLook & object }) {
  const user = useUser();
  const { pathname } = useLocation();
  const target = levelTarget(level.id);
  const busy = useIsLaunchLoading(target.destination);
  const shared = { ...look, icon: Laptop, "aria-label": text.playDesktop(level.title) };
  if (!user) {
    return (
      <LinkButton {...shared} to={signInUrl(pathname)} title={text.signIn}>
        {text.play}
      </LinkButton>
    );
  }
  return (
    <Button {...shared} busy={busy} onClick={() => startPlaying(target)}>
      {text.play}
    </Button>
  );
}

/** Both ways to play. The browser is remembered on this device at once, the client only when it opens. */
function usePlayWays({ id }: PlayButtonProps["level"]): MenuGroup[] {
  const user = useUser();
  const { pathname } = useLocation();
  const browser = () => rememberPlayChoice("browser");
  const desktop = () => user && startPlaying({ ...levelTarget(id), isChoice: true });
  return [
    {
      id: "ways",
      items: [
        { label: text.browser, icon: Gamepad2, to: playUrl(id), onSelect: browser },
        { label: text.desktop, icon: Laptop, onSelect: desktop, to: user ? undefined : signInUrl(pathname) },
      ],
    },
  ];
}

/**
 * Plays a level in the browser, or in the desktop client if that is this device's choice. On computers, a menu beside it
 * has both ways.
 */
export function PlayButton({ level, size, preload, hasMenu = true, className }: PlayButtonProps) {
  const choice = usePlayChoice();
  const groups = usePlayWays(level);
  const client = useQueryClient();
  const isMember = useUser() !== null;
  // Also while the menu's choice is on its way, so the press shows.
  const isDesktop = useIsLaunchLoading(levelTarget(level.id).destination) || choice === "desktop";
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!preload || choice !== "browser" || !box.current) return;
    // It's small and needed at the press: otherwise the level's document would wait for it.
    const stopIdle = whenIdle(preloadPrefetch);
    const stopWatching = watchForPlay(box.current, preload);
    return () => {
      stopIdle();
      stopWatching();
    };
  }, [preload, choice]);
  const start = () => startPlay(client, level.id, isMember ? levelTarget(level.id).destination : null);
  const look = { variant: "play", size, className: styles.main } as const;
  return (
    <div className={cx(styles.split, className)} ref={box}>
      {isDesktop ? (
        <DesktopButton level={level} look={look} />
      ) : (
        <LinkButton
          {...look}
          icon={Play}
          className={cx(styles.main, styles.filled)}
          to={playUrl(level.id)}
          aria-label={text.playTitle(level.title)}
          // A finger that goes down may be scrolling.
          onPointerDown={({ pointerType }) => pointerType === "mouse" && start()}
          onClick={start}
        >
          {text.play}
        </LinkButton>
      )}
      {hasMenu && isComputer() && (
        <Menu
          label={text.ways}
          groups={groups}
          trigger={(props) => (
            <Button {...props} variant="play" size={size} className={styles.more} aria-label={text.ways}>
              <ChevronDown aria-hidden />
            </Button>
          )}
        />
      )}
    </div>
  );
}
