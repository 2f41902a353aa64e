import { Download } from "lucide-react";
import { SITE } from "#domain/site.ts";
import { useMember } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import styles from "./security.module.css";
import { securityText } from "./text/security.ts";

const text = securityText.codes;

/** Downloads text as a file. */
function downloadText(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows the recovery codes once, until the user confirms having saved them. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { username } = useMember();
  const lines = codes.join("\n");
  return (
    <Modal
      open
      alert
      // Not dismissible by Escape or an outside press: the codes are never shown again.
      onClose={() => {}}
      title={text.title}
      text={text.text}
      footer={
        <Button variant="primary" onClick={onClose}>
          {text.saved}
        </Button>
      }
    >
      <ol className={styles.codes} aria-label={text.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button
          icon={Download}
          onClick={() => downloadText(text.file, `${text.fileHead(SITE.name, username)}\n\n${lines}\n`)}
        >
          {text.download}
        </Button>
        <CopyButton label={text.copy} copied={text.copied} failed={text.notCopied} value={lines} />
      </div>
    </Modal>
  );
}
