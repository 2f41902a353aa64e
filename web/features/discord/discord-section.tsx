import { ExternalLink, Link2Off, RefreshCw } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type DiscordLink, deleteDiscordRoute, syncDiscordRoute } from "#domain/discord/api.ts";
import { DISCORD_LINK_PATH, DISCORD_STRINGS } from "#domain/discord/strings.ts";
import { SITE } from "#domain/site.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import styles from "./discord.module.css";

const discordText = {
  title: "Discord",
  about: `Discord servers can give you roles for what you have on ${SITE.name}: Gold, your spirit level, your levels and how long you've been here.`,
  none: "No Discord account is linked.",
  link: "Link Discord",
  newTab: "(opens in a new tab)",
  waiting: "Continue in the new tab.",
  linking: "Linking account information",
  linkedAs: "Linked account",
  id: (id: string) => `ID ${id}`,
  sync: "Sync",
  unlink: "Unlink",
  confirmTitle: (name: string) => `Unlink ${name}?`,
  confirmText: `Discord servers will no longer see your ${SITE.name} account, and you may lose roles you got from it.`,
  again: "If you removed our access in Discord, unlink the account here and link it again.",
} as const;

const POLL_MS = 2_000;
/** Assume the user has given up after this time. */
const TIMEOUT_MS = 10 * 60 * 1000;

/** Calls `poll` regularly while `active` and the tab is visible, for up to 10 minutes. */
function usePollWhileVisible(active: boolean, poll: () => void): void {
  useEffect(() => {
    if (!active) return;
    const until = performance.now() + TIMEOUT_MS;
    const pollIfVisible = () => {
      if (document.visibilityState === "visible" && performance.now() < until) poll();
    };
    const timer = setInterval(pollIfVisible, POLL_MS);
    document.addEventListener("visibilitychange", pollIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", pollIfVisible);
    };
  }, [active, poll]);
}

type DiscordAction = "sync" | "unlink";

const ACTIONS = {
  sync: { route: syncDiscordRoute, failed: DISCORD_STRINGS.syncFailed },
  unlink: { route: deleteDiscordRoute, failed: DISCORD_STRINGS.unlinkFailed },
} as const;

/** Returns the server's message for rate limits, otherwise the generic one. */
const failureMessage = (error: unknown, action: DiscordAction): string =>
  error instanceof ResponseError && error.status === 429 ? error.message : ACTIONS[action].failed;

function LinkedAccount({ link, onChanged }: { link: DiscordLink; onChanged: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const [failed, setFailed] = useState<{ action: DiscordAction; message: string } | null>(null);
  const name = link.global_name ?? link.username;

  const { busyWith, run } = useAction((action: DiscordAction) => call(ACTIONS[action].route, {}), {
    toast: messageOf,
    errors: (error, action) => setFailed({ action, message: failureMessage(error, action) }),
    onEnd: () => {
      // Also after a failure: another tab may have changed the link.
      onChanged();
      setConfirming(false);
    },
  });
  const start = (action: DiscordAction) => {
    setFailed(null);
    void run(action);
  };

  return (
    <>
      {failed && (
        <Banner onDismiss={() => setFailed(null)}>
          {failed.message}
          {failed.action === "sync" && <span className={styles.hint}>{discordText.again}</span>}
        </Banner>
      )}
      <PanelRow
        actions={
          <>
            <Button icon={RefreshCw} busy={busyWith === "sync"} onClick={() => start("sync")}>
              {discordText.sync}
            </Button>
            <Button icon={Link2Off} onClick={() => setConfirming(true)}>
              {discordText.unlink}
            </Button>
          </>
        }
      >
        <span className="sr-only">{discordText.linkedAs}</span>
        <span className={styles.name}>{name}</span>
        <span className={styles.small}>
          {link.username} · {discordText.id(link.discord_id)}
        </span>
      </PanelRow>
      <ConfirmModal
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={discordText.confirmTitle(name)}
        text={discordText.confirmText}
        action={discordText.unlink}
        busy={busyWith === "unlink"}
        onConfirm={() => start("unlink")}
      />
    </>
  );
}

export interface DiscordSectionProps {
  link: DiscordLink | null;
  onChanged: () => void;
}

/** The linked Discord account, or a button to link one. Linking happens in another tab, so this one polls for it. */
export function DiscordSection({ link, onChanged }: DiscordSectionProps) {
  const [hasStarted, setStarted] = useState(false);
  const isLinking = link?.discord_id === "";
  const isLinked = link !== null && !isLinking;
  // A ref, so polling doesn't restart on every render.
  const latest = useRef(onChanged);
  useEffect(() => {
    latest.current = onChanged;
  });
  usePollWhileVisible(
    isLinking || (hasStarted && !isLinked),
    useCallback(() => latest.current(), []),
  );
  useEffect(() => {
    if (isLinked) setStarted(false);
  }, [isLinked]);

  let body: ReactNode;
  if (isLinked) body = <LinkedAccount link={link} onChanged={onChanged} />;
  else
    body = isLinking ? (
      <div className={styles.linking} role="status">
        <span className={styles.dots} aria-hidden>
          <i />
          <i />
          <i />
        </span>
        {discordText.linking}
      </div>
    ) : (
      <PanelRow
        actions={
          // An absolute URL, so the router leaves it to the browser: it isn't a page of the app.
          <LinkButton
            to={new URL(DISCORD_LINK_PATH, window.location.origin).href}
            icon={ExternalLink}
            target="_blank"
            rel="noopener"
            onClick={() => setStarted(true)}
          >
            {discordText.link} <span className="sr-only">{discordText.newTab}</span>
          </LinkButton>
        }
      >
        <span role="status">{hasStarted ? discordText.waiting : discordText.none}</span>
      </PanelRow>
    );
  return (
    <Panel heading={discordText.title} text={discordText.about}>
      {body}
    </Panel>
  );
}
