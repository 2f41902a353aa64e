import { Download, Gamepad2, Play, RotateCw, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { joinUrl } from "#web/lib/join-url.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { controlsText } from "#web/ui/text/controls.ts";
import { uiText } from "#web/ui/text/ui.ts";
import { playText } from "../text/play.ts";
import { playButtonText } from "../text/play-button.ts";
import { hasClientOpened } from "./client-opened.ts";
import { dispatchLaunch } from "./dispatch-launch.ts";
import styles from "./launch-modals.module.css";
import { launchStore } from "./launch-store.ts";
import { rememberPlayChoice } from "./play-choice.ts";
import { playUrl } from "./play-url.ts";
import type { LaunchState } from "./start-launch.ts";

const close = () => dispatchLaunch({ type: "closed" });
const openManually = () => dispatchLaunch({ type: "linkClicked" });
const chooseBrowser = () => {
  rememberPlayChoice("browser");
  close();
};

/** The link that starts the client, in case it doesn't start automatically. */
const ManualLink = ({ link }: { link: string }) => (
  <a className={styles.link} href={link} onClick={openManually}>
    {playText.openManually}
  </a>
);

const STATUS = { loading: playText.joining, launching: playText.starting, opened: playText.opened } as const;

/** The status of the launch, at the bottom of the screen. */
function Status({ state }: { state: LaunchState }) {
  if (state.at === "idle" || state.at === "noResponse" || state.at === "refused") return null;
  return createPortal(
    <div className={styles.container} role="status">
      <div className={styles.status}>
        <Play className={styles.icon} aria-hidden />
        <p className={styles.text}>
          <strong>{STATUS[state.at]}</strong>
          {"link" in state && state.link && (
            <span>
              {state.at === "launching" ? playText.nothing : playText.nothingOpened}{" "}
              <ManualLink link={state.link} />
            </span>
          )}
        </p>
        {state.at !== "loading" && <IconButton icon={X} label={controlsText.close} onClick={close} />}
      </div>
    </div>,
    document.body,
  );
}

/** A link that plays the same level in the browser. `player` is joined there. */
const BrowserLink = ({ level, player = null }: { level: number; player?: number | null }) => (
  <LinkButton
    variant="play"
    icon={Gamepad2}
    to={player === null ? playUrl(level) : joinUrl(level, player)}
    onClick={chooseBrowser}
  >
    {playButtonText.browser}
  </LinkButton>
);

/** Shown when the client doesn't respond: possible reasons and what to do. */
function NoResponseModal({ link, level }: { link: string | null; level: number | null }) {
  return (
    <Modal
      open
      onClose={close}
      title={playText.downloadTitle}
      text={`${playText.silent} ${playText.get} ${playText.again}`}
      footer={
        <>
          <Button
            variant={level === null ? "play" : "plain"}
            icon={RotateCw}
            onClick={() => dispatchLaunch({ type: "retried" })}
          >
            {playText.retry}
          </Button>
          {level !== null && <BrowserLink level={level} />}
        </>
      }
    >
      {hasClientOpened() && <p className={styles.before}>{playText.before}</p>}
      <LinkButton variant={level === null ? "primary" : "plain"} icon={Download} to="/download">
        {playText.download}
      </LinkButton>
      {link && (
        <p>
          {playText.installed} <ManualLink link={link} />
        </p>
      )}
      {level !== null && <p className={styles.hint}>{playText.instead}</p>}
    </Modal>
  );
}

/** Shown when the site gives no token: its message, and the browser as another way. */
function RefusedModal({ code, message, target }: Extract<LaunchState, { at: "refused" }>) {
  const { level, destination } = target;
  const playsInBrowser = code === "other_client" && destination.destination_type === "User";
  return (
    <Modal
      open
      onClose={close}
      title={playText.errorTitle}
      text={message}
      footer={
        <>
          <Button variant={level === null ? "primary" : "plain"} onClick={close}>
            {uiText.ok}
          </Button>
          {level !== null && <BrowserLink level={level} player={playsInBrowser ? destination.id : null} />}
        </>
      }
    >
      {level !== null && !playsInBrowser && <p>{code === "no_host" ? playText.noHost : playText.instead}</p>}
    </Modal>
  );
}

/** The status and modals of a launch. */
export default function LaunchModals() {
  const state = useSyncExternalStore(launchStore.subscribe, launchStore.get);
  return (
    <>
      <Status state={state} />
      {state.at === "noResponse" && <NoResponseModal link={state.link} level={state.target.level} />}
      {state.at === "refused" && <RefusedModal {...state} />}
    </>
  );
}
