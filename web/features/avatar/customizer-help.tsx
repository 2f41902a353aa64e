import { NoticeModal } from "#web/ui/modal.tsx";
import styles from "./customizer.module.css";
import { avatarText } from "./text/avatar.ts";

/** Explains how the customizer works. */
export function CustomizerHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <NoticeModal open={open} onClose={onClose} title={avatarText.helpTitle}>
      <ul className={styles.help}>
        {avatarText.helpLines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </NoticeModal>
  );
}
