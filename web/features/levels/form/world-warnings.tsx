import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { levelFormText } from "../text/level-form.ts";
import styles from "./form.module.css";

/** A list of what the creator should look at in the world they have saved. */
export function WorldWarnings({ warnings, onClose }: { warnings: readonly string[]; onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title={levelFormText.warningsTitle}
      text={levelFormText.warningsText(warnings.length)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {levelFormText.warningsDone}
        </Button>
      }
    >
      <ul className={styles.warnings}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Modal>
  );
}
