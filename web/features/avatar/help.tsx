import { avatarText } from "#web/text/avatar.ts";
import { Notice } from "#web/ui/modal.tsx";
import styles from "./customiser.module.css";

/** How dressing works. */
export function Help({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Notice open={open} onClose={onClose} title={avatarText.helpTitle}>
      <ul className={styles.help}>
        {avatarText.helpLines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}
