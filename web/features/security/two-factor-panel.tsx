import { Check, Copy, Download } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import {
  recoveryCodesRoute,
  twoFactorDisableRoute,
  twoFactorEnableRoute,
  twoFactorGenerateRoute,
} from "#domain/security/api.ts";
import { authenticatorUri } from "#domain/security/authenticator-uri.ts";
import { SITE } from "#domain/site.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { useForm } from "#web/lib/form.ts";
import { downloadFile } from "#web/lib/object-url.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { useMember } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { CurrentPasswordField } from "#web/ui/password-field.tsx";
import { securityText as text } from "./devices-panel.tsx";
import styles from "./security.module.css";

/** How long the confirmation shows (spec 3 §9). */
const COPIED_MS = 2_000;

interface CopyButtonProps {
  label: string;
  /** The label for a moment after copying. */
  copied: string;
  failed: string;
  value: string;
}

function CopyButton({ label, copied, failed, value }: CopyButtonProps) {
  const [times, setTimes] = useState(0);
  const [isCopied, setCopied] = useState(false);
  useTimeout(() => setCopied(false), isCopied ? COPIED_MS : null, times);
  const copy = async () => {
    if (!(await copyText(value, failed))) return;
    setTimes((n) => n + 1);
    setCopied(true);
  };
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? copied : label}</span>
    </Button>
  );
}

const recoveryCodesText = text.codes;

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { username } = useMember();
  const lines = codes.join("\n");
  return (
    <Modal
      open
      alert
      // Not dismissible by Escape or an outside press: the codes are never shown again.
      onClose={() => {}}
      title={recoveryCodesText.title}
      text={recoveryCodesText.text}
      footer={
        <Button variant="primary" onClick={onClose}>
          {recoveryCodesText.saved}
        </Button>
      }
    >
      <ol className={styles.codes} aria-label={recoveryCodesText.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button
          icon={Download}
          onClick={() =>
            downloadFile(
              new File(
                [`${recoveryCodesText.fileHead(SITE.name, username)}\n\n${lines}\n`],
                recoveryCodesText.file,
                { type: "text/plain" },
              ),
            )
          }
        >
          {recoveryCodesText.download}
        </Button>
        <CopyButton
          label={recoveryCodesText.copy}
          copied={recoveryCodesText.copied}
          failed={recoveryCodesText.notCopied}
          value={lines}
        />
      </div>
    </Modal>
  );
}

function DisableTwoFactorForm({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const form = useForm(twoFactorDisableRoute, {
    toast: messageOf,
    onDone: () => {
      onChanged();
      onClose();
    },
  });
  return (
    <FormModal
      title={text.offTitle}
      text={text.offText}
      submit={text.turnOff}
      danger
      form={form}
      onClose={onClose}
    >
      <CurrentPasswordField errors={form.errors.password} />
    </FormModal>
  );
}

function RenewCodesForm({ onClose, onDone }: { onClose: () => void; onDone: (codes: string[]) => void }) {
  const form = useForm(recoveryCodesRoute, {
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <FormModal
      title={text.newCodes}
      text={text.newCodesText}
      submit={text.makeCodes}
      form={form}
      onClose={onClose}
    >
      <CurrentPasswordField errors={form.errors.password} />
    </FormModal>
  );
}

const enableTwoFactorFormText = text.enable;

interface EnableTwoFactorFormProps {
  setUp: OutputOf<typeof twoFactorGenerateRoute>;
  onClose: () => void;
  onDone: (codes: string[]) => void;
}

function EnableTwoFactorForm({ setUp: { svg, secret }, onClose, onDone }: EnableTwoFactorFormProps) {
  const { username } = useMember();
  const form = useForm(twoFactorEnableRoute, {
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <FormModal
      title={enableTwoFactorFormText.title}
      text={enableTwoFactorFormText.text}
      submit={enableTwoFactorFormText.submit}
      form={form}
      onClose={onClose}
    >
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        width={200}
        height={200}
        alt={enableTwoFactorFormText.qr}
      />
      <div className={styles.key}>
        <p className={styles.hint}>{enableTwoFactorFormText.cannotScan}</p>
        <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        <div className={styles.actions}>
          <CopyButton
            label={text.copySecret}
            copied={text.codes.copied}
            failed={text.secretNotCopied}
            value={secret}
          />
          {/* Opens an authenticator app on this device. */}
          <a className={styles.app} href={authenticatorUri(username, secret)}>
            {enableTwoFactorFormText.open}
          </a>
        </div>
      </div>
      <CodeField label={enableTwoFactorFormText.code} errors={form.errors.code} />
    </FormModal>
  );
}

type OpenModal =
  | { step: "scan"; setUp: OutputOf<typeof twoFactorGenerateRoute> }
  | { step: "codes"; codes: string[] }
  | { step: "renew" | "off" }
  | null;

export interface TwoFactorPanelProps {
  on: boolean;
  codesLeft: number;
  onChanged: () => void;
}

export function TwoFactorPanel({ on, codesLeft, onChanged }: TwoFactorPanelProps) {
  const [openModal, setOpenModal] = useState<OpenModal>(null);
  const close = () => setOpenModal(null);
  const showCodes = (codes: string[]) => {
    setOpenModal({ step: "codes", codes });
    onChanged();
  };
  const setUp = useAction(() => call(twoFactorGenerateRoute, { input: {} }), {
    onDone: (response) => setOpenModal({ step: "scan", setUp: response }),
    errors: "inline",
  });
  return (
    <Panel heading={text.twoFactor} text={text.twoFactorText}>
      {setUp.failure && <Banner onDismiss={setUp.dismiss}>{setUp.failure}</Banner>}
      <PanelRow
        actions={
          on ? (
            <>
              <Button onClick={() => setOpenModal({ step: "renew" })}>{text.newCodes}</Button>
              <Button onClick={() => setOpenModal({ step: "off" })}>{text.turnOff}</Button>
            </>
          ) : (
            <Button variant="primary" busy={setUp.busy} onClick={() => setUp.run()}>
              {text.turnOn}
            </Button>
          )
        }
      >
        <Badge tone={on ? "playing" : "accent"}>{on ? text.on : text.off}</Badge>
        {on && <p className={styles.hint}>{text.codesLeft(codesLeft)}</p>}
      </PanelRow>
      {openModal?.step === "scan" && (
        <EnableTwoFactorForm setUp={openModal.setUp} onClose={close} onDone={showCodes} />
      )}
      {openModal?.step === "codes" && <RecoveryCodes codes={openModal.codes} onClose={close} />}
      {openModal?.step === "renew" && <RenewCodesForm onClose={close} onDone={showCodes} />}
      {openModal?.step === "off" && <DisableTwoFactorForm onClose={close} onChanged={onChanged} />}
    </Panel>
  );
}
