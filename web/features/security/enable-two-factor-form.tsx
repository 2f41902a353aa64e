import type { OutputOf } from "#domain/api/route.ts";
import { twoFactorEnableRoute, type twoFactorGenerateRoute } from "#domain/security/api.ts";
import { authenticatorUri } from "#domain/security/authenticator-uri.ts";
import { useForm } from "#web/lib/form.ts";
import { useMember } from "#web/lib/user.ts";
import { CodeField } from "#web/ui/code-field.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import styles from "./security.module.css";
import { securityText } from "./text/security.ts";

const text = securityText.enable;

export interface EnableTwoFactorFormProps {
  setUp: OutputOf<typeof twoFactorGenerateRoute>;
  onClose: () => void;
  /** Receives the recovery codes. */
  onDone: (codes: string[]) => void;
}

/** Shows the secret for an authenticator app and takes its first code. */
export function EnableTwoFactorForm({ setUp: { svg, secret }, onClose, onDone }: EnableTwoFactorFormProps) {
  const { username } = useMember();
  const form = useForm(twoFactorEnableRoute, {
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <FormModal title={text.title} text={text.text} submit={text.submit} form={form} onClose={onClose}>
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        width={200}
        height={200}
        alt={text.qr}
      />
      <div className={styles.key}>
        <p className={styles.hint}>{text.cannotScan}</p>
        <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        <div className={styles.actions}>
          <CopyButton
            label={securityText.copySecret}
            copied={securityText.codes.copied}
            failed={securityText.secretNotCopied}
            value={secret}
          />
          {/* Opens an authenticator app on this device. */}
          <a className={styles.app} href={authenticatorUri(username, secret)}>
            {text.open}
          </a>
        </div>
      </div>
      <CodeField label={text.code} errors={form.errors.code} />
    </FormModal>
  );
}
