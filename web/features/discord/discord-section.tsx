import { ExternalLink, Link2Off, RefreshCw } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type DiscordLink, deleteDiscordRoute, syncDiscordRoute } from "#domain/discord/api.ts";
import { DISCORD_LINK_PATH, DISCORD_WORDS } from "#domain/discord/words.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { discordText as text } from "#web/text/discord.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/modal.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./discord.module.css";
import { useWatch } from "./watch.ts";

type Act = "sync" | "unlink";

const ACTS = {
  sync: { route: syncDiscordRoute, failed: DISCORD_WORDS.syncFailed },
  unlink: { route: deleteDiscordRoute, failed: DISCORD_WORDS.unlinkFailed },
} as const;

/** Only that it was too much at once is worth other words than that it failed. */
const failureOf = (error: unknown, act: Act): string =>
  error instanceof ResponseError && error.status === 429 ? error.message : ACTS[act].failed;

function Linked({ link, onChanged }: { link: DiscordLink; onChanged: () => void }) {
  const [busy, setBusy] = useState<Act | null>(null);
  const [asks, setAsks] = useState(false);
  const [failed, setFailed] = useState<{ act: Act; words: string } | null>(null);
  const name = link.global_name ?? link.username;

  const run = async (act: Act) => {
    setBusy(act);
    setFailed(null);
    try {
      const { message } = await call(ACTS[act].route, {});
      toast(message, { tone: "good" });
    } catch (error) {
      setFailed({ act, words: failureOf(error, act) });
    }
    // Also after a failure: another tab may have changed what is linked.
    onChanged();
    setBusy(null);
    setAsks(false);
  };

  return (
    <>
      {failed && (
        <Banner onDismiss={() => setFailed(null)}>
          {failed.words}
          {failed.act === "sync" && <span className={styles.hint}>{text.again}</span>}
        </Banner>
      )}
      <PanelRow
        acts={
          <>
            <Button icon={RefreshCw} busy={busy === "sync"} onClick={() => run("sync")}>
              {text.sync}
            </Button>
            <Button icon={Link2Off} onClick={() => setAsks(true)}>
              {text.unlink}
            </Button>
          </>
        }
      >
        <span className="sr-only">{text.linkedAs}</span>
        <span className={styles.name}>{name}</span>
        <span className={styles.small}>
          {link.username} · {text.id(link.discord_id)}
        </span>
      </PanelRow>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={text.ask(name)}
        text={text.askText}
        action={text.unlink}
        busy={busy === "unlink"}
        onConfirm={() => run("unlink")}
      />
    </>
  );
}

function NotLinked({ isBegun, onBegin }: { isBegun: boolean; onBegin: () => void }) {
  return (
    <PanelRow
      acts={
        // Whole, so that the browser itself opens it: it is no page of the web app.
        <LinkButton
          to={new URL(DISCORD_LINK_PATH, window.location.origin).href}
          icon={ExternalLink}
          target="_blank"
          rel="noopener"
          onClick={onBegin}
        >
          {text.link} <span className="sr-only">{text.newTab}</span>
        </LinkButton>
      }
    >
      <span role="status">{isBegun ? text.waiting : text.none}</span>
    </PanelRow>
  );
}

const Linking = () => (
  <div className={styles.linking} role="status">
    <span className={styles.dots} aria-hidden>
      <i />
      <i />
      <i />
    </span>
    {text.linking}
  </div>
);

export interface DiscordSectionProps {
  link: DiscordLink | null;
  /** The account's details are to be asked for anew. */
  onChanged: () => void;
}

/** The Discord account that is linked, or the way to link one: that goes on in another tab, which is waited for here. */
export function DiscordSection({ link, onChanged }: DiscordSectionProps) {
  const [isBegun, setBegun] = useState(false);
  const isLinking = link?.discord_id === "";
  const isLinked = link !== null && !isLinking;
  // The latest one, whichever render it is of: watching must not begin anew with each.
  const latest = useRef(onChanged);
  useEffect(() => {
    latest.current = onChanged;
  });
  useWatch(
    isLinking || (isBegun && !isLinked),
    useCallback(() => latest.current(), []),
  );
  useEffect(() => {
    if (isLinked) setBegun(false);
  }, [isLinked]);

  let body: ReactNode;
  if (isLinked) body = <Linked link={link} onChanged={onChanged} />;
  else body = isLinking ? <Linking /> : <NotLinked isBegun={isBegun} onBegin={() => setBegun(true)} />;
  return (
    <Panel heading={text.title} text={text.about}>
      {body}
    </Panel>
  );
}
