import { Download, Play, RotateCw, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { detectSystem } from "#domain/play/downloads.ts";
import { controlsText } from "#web/text/controls.ts";
import { playText } from "#web/text/play.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal, NoticeModal } from "#web/ui/modal.tsx";
import { hasClientOpened } from "./client-opened.ts";
import { dispatchLaunch } from "./dispatch-launch.ts";
import styles from "./launch-modals.module.css";
import type { LaunchState } from "./launch-state.ts";
import { launchStore } from "./launch-store.ts";

const close = () => dispatchLaunch({ type: "closed" });
const openManually = () => dispatchLaunch({ type: "linkClicked" });
const isOnPhone = () => detectSystem(navigator.userAgent, navigator.maxTouchPoints) === "phone";

/** The link that starts the client, in case it doesn't start automatically. */
const ManualLink = ({ link }: { link: string }) => (
  <a className={styles.link} href={link} onClick={openManually}>
    {playText.openManually}
  </a>
);

/** The status of the launch, at the bottom of the screen. */
function Status({ state }: { state: LaunchState }) {
  const isLaunching = state.at === "launching";
  const isShown = isLaunching || state.at === "opened";
  return createPortal(
    <div className={styles.container} role="status">
      {state.at === "loading" && <span className="sr-only">{playText.joining}</span>}
      {isShown && (
        <div className={styles.status}>
          <Play className={styles.icon} aria-hidden />
          <p className={styles.text}>
            <strong>{isLaunching ? playText.starting : playText.opened}</strong>
            {state.link && (
              <span>
                {isLaunching ? playText.nothing : playText.nothingOpened} <ManualLink link={state.link} />
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

/** Shown when the client doesn't respond: possible reasons and what to do. */
function NoResponseModal({ link }: { link: string | null }) {
  return (
    <Modal
      open
      onClose={close}
      title={playText.downloadTitle}
      text={`${playText.silent} ${isOnPhone() ? playText.phone : `${playText.get} ${playText.again}`}`}
      footer={
        <Button variant="play" icon={RotateCw} onClick={() => dispatchLaunch({ type: "retried" })}>
          {playText.retry}
        </Button>
      }
    >
      {hasClientOpened() && <p className={styles.before}>{playText.before}</p>}
      <LinkButton variant="primary" icon={Download} to="/download">
        {playText.download}
      </LinkButton>
      {link && (
        <p>
          {playText.installed} <ManualLink link={link} />
        </p>
      )}
    </Modal>
  );
}

/** The status and modals of a launch. */
export default function LaunchModals() {
  const state = useSyncExternalStore(launchStore.subscribe, launchStore.get);
  return (
    <>
      <Status state={state} />
      {state.at === "noResponse" && <NoResponseModal link={state.link} />}
      <NoticeModal
        open={state.at === "refused"}
        onClose={close}
        title={playText.errorTitle}
        text={state.at === "refused" && state.message}
      />
    </>
  );
}
