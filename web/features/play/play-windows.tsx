import { Download, Play, RotateCw, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { systemOf } from "#domain/play/downloads.ts";
import { controlsText } from "#web/text/controls.ts";
import { playText } from "#web/text/play.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal, Notice } from "#web/ui/modal.tsx";
import { hasAnswered } from "./answered.ts";
import { send } from "./launcher.ts";
import type { PlayState } from "./machine.ts";
import { launch } from "./play-store.ts";
import styles from "./play-windows.module.css";

const close = () => send({ type: "closed" });
const openByHand = () => send({ type: "pressedLink" });
const isOnPhone = () => systemOf(navigator.userAgent, navigator.maxTouchPoints) === "phone";

/** The link that starts the client, for whom it does not start by itself. */
const ByHand = ({ link }: { link: string }) => (
  <a className={styles.link} href={link} onClick={openByHand}>
    {playText.byHand}
  </a>
);

/** What happens now, at the foot of the screen. */
function Status({ state }: { state: PlayState }) {
  const isUnderWay = state.at === "launching";
  const isShown = isUnderWay || state.at === "answered";
  return createPortal(
    <div className={styles.place} role="status">
      {state.at === "loading" && <span className="sr-only">{playText.asking}</span>}
      {isShown && (
        <div className={styles.status}>
          <Play className={styles.sign} aria-hidden />
          <p className={styles.words}>
            <strong>{isUnderWay ? playText.starting : playText.answered}</strong>
            {state.link && (
              <span>
                {isUnderWay ? playText.nothing : playText.nothingOpened} <ByHand link={state.link} />
              </span>
            )}
          </p>
          <IconButton icon={X} label={controlsText.close} onClick={close} />
        </div>
      )}
    </div>,
    document.body,
  );
}

/** The client did not answer: what may be the reason, and what one can do. */
function Silent({ link }: { link: string | null }) {
  return (
    <Modal
      open
      onClose={close}
      title={playText.downloadTitle}
      text={`${playText.silent} ${isOnPhone() ? playText.phone : `${playText.get} ${playText.again}`}`}
      footer={
        <Button variant="play" icon={RotateCw} onClick={() => send({ type: "retried" })}>
          {playText.retry}
        </Button>
      }
    >
      {hasAnswered() && <p className={styles.before}>{playText.before}</p>}
      <LinkButton variant="primary" icon={Download} to="/download">
        {playText.download}
      </LinkButton>
      {link && (
        <p>
          {playText.have} <ByHand link={link} />
        </p>
      )}
    </Modal>
  );
}

/** Everything that shows of a launch. */
export default function PlayWindows() {
  const state = useSyncExternalStore(launch.subscribe, launch.get);
  return (
    <>
      <Status state={state} />
      {state.at === "silent" && <Silent link={state.link} />}
      <Notice
        open={state.at === "refused"}
        onClose={close}
        title={playText.errorTitle}
        text={state.at === "refused" && state.message}
      />
    </>
  );
}
