import { X } from "lucide-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useBuilder, useSessionState } from "./builder-context.ts";
import styles from "./refused-list.module.css";
import { builderRefusedText as text } from "./text/builder-refused.ts";

export default function RefusedList() {
  const { session } = useBuilder();
  const refused = useSessionState((state) => state.refused);
  const total = refused.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.card} role="alert">
      <div className={styles.head}>
        <strong>{text.title(total)}</strong>
        <IconButton icon={X} label={text.dismiss} onClick={() => session.dismissRefused()} />
      </div>
      <ul>
        {refused.map(({ message, count }) => (
          <li key={message}>{text.line(message, count)}</li>
        ))}
      </ul>
    </div>
  );
}
