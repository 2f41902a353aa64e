import { Download, Gamepad2, Play, RotateCw, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { joinTokenRoute } from "#domain/play/api.ts";
import { joinLink } from "#domain/play/join-link.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { errorText } from "#web/lib/error-text.ts";
import { joinUrl } from "#web/lib/join-url.ts";
import { deviceStorage } from "#web/lib/storage.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { controlsText } from "#web/ui/text/controls.ts";
import { uiText } from "#web/ui/text/ui.ts";
import { playText } from "../text/play.ts";
import { playButtonText } from "../text/play-button.ts";
import styles from "./launch-modals.module.css";
import { type LaunchEvent, LINK_TTL_MS, nextLaunchState, RESPONSE_TIMEOUT_MS } from "./launch-state.ts";
import { launchStore } from "./launch-store.ts";
import { rememberPlayChoice } from "./play-choice.ts";
import { playUrl } from "./play-url.ts";
import type { LaunchState } from "./start-launch.ts";

/** Stored once the client has opened on this device. */
const KEY = "bopolis-client-answered";

function dispatchLaunch(event: LaunchEvent): void {
  const now = launchStore.get();
  const next = nextLaunchState(now, event);
  if (next !== now) launchStore.set(next);
}

/** Requests a join token. Returns a function that cancels the request. */
function requestToken({ run, target }: Extract<LaunchState, { at: "loading" }>): () => void {
  const controller = new AbortController();
  call(joinTokenRoute, { input: target.destination, signal: controller.signal }).then(
    (ticket) => {
      // Browsers get rooms only on request.
      if (!("host" in ticket)) return;
      setTimeout(() => dispatchLaunch({ type: "linkExpired", run }), LINK_TTL_MS);
      dispatchLaunch({ type: "granted", run, link: joinLink(ticket.host.ip_address, ticket.token) });
    },
    (error) => {
      const code = error instanceof ResponseError ? error.code : "unknown";
      dispatchLaunch({ type: "refused", run, code, message: errorText(error) });
    },
  );
  return () => controller.abort();
}

/** Watches for the page to lose focus to the client. Returns a function that stops watching. */
function watchForClient(): () => void {
  const onBlur = () => dispatchLaunch({ type: "blurred" });
  const onVisibility = () => document.visibilityState === "hidden" && onBlur();
  const timer = setTimeout(() => dispatchLaunch({ type: "timedOut" }), RESPONSE_TIMEOUT_MS);
  window.addEventListener("blur", onBlur);
  window.addEventListener("pagehide", onBlur);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("blur", onBlur);
    window.removeEventListener("pagehide", onBlur);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

/** Runs the effects of entering a state. Returns their cleanup. */
function enterState(state: LaunchState, previousState: LaunchState): () => void {
  if (state.at === "loading") return requestToken(state);
  if (state.at === "opened") {
    deviceStorage.set(KEY, "1");
    if (state.target.isChoice) rememberPlayChoice("desktop");
  }
  // Without any host, Play would only lead to this error again.
  if (state.at === "refused" && state.code === "no_host") rememberPlayChoice("browser");
  if (state.at !== "launching") return () => {};
  const stop = watchForClient();
  // A clicked link navigates by itself. If no app handles the link, the page stays where it is.
  if (previousState.at === "loading" && state.link !== null) window.location.assign(state.link);
  return stop;
}

let before: LaunchState = { at: "idle", run: -1 };
let leaveState = () => {};

function onLaunchChange(): void {
  const state = launchStore.get();
  const from = before;
  before = state;
  // An expired link changes no effects.
  if (state.at === from.at && state.run === from.run) return;
  leaveState();
  leaveState = enterState(state, from);
}

launchStore.subscribe(onLaunchChange);
onLaunchChange();

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

export default function LaunchModals() {
  const state = useSyncExternalStore(launchStore.subscribe, launchStore.get);
  return (
    <>
      <Status state={state} />
      {state.at === "noResponse" && (
        <Modal
          open
          onClose={close}
          title={playText.downloadTitle}
          text={`${playText.silent} ${playText.get} ${playText.again}`}
          footer={
            <>
              <Button
                variant={state.target.level === null ? "play" : "plain"}
                icon={RotateCw}
                onClick={() => dispatchLaunch({ type: "retried" })}
              >
                {playText.retry}
              </Button>
              {state.target.level !== null && <BrowserLink level={state.target.level} />}
            </>
          }
        >
          {deviceStorage.get(KEY) !== null && <p className={styles.before}>{playText.before}</p>}
          <LinkButton
            variant={state.target.level === null ? "primary" : "plain"}
            icon={Download}
            to="/download"
          >
            {playText.download}
          </LinkButton>
          {state.link && (
            <p>
              {playText.installed} <ManualLink link={state.link} />
            </p>
          )}
          {state.target.level !== null && <p className={styles.hint}>{playText.instead}</p>}
        </Modal>
      )}
      {state.at === "refused" && <RefusedModal {...state} />}
    </>
  );
}
