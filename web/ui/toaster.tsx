import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import { uiText } from "./text/ui.ts";
import { dismissToast, toastStore } from "./toast-store.ts";
import styles from "./toaster.module.css";

const ICONS = { plain: Info, good: CircleCheck, bad: CircleAlert };

export function Toaster() {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  return (
    <section className={styles.list} aria-label={uiText.notifications} aria-live="polite">
      {entries.map(({ id, text, tone, action }) => {
        const Icon = ICONS[tone];
        return (
          <div key={id} className={cx(styles.toast, styles[tone])}>
            <Icon aria-hidden />
            <p className={styles.text} dir="auto">
              {text}
            </p>
            {action && (
              <Button
                size="s"
                variant="quiet"
                onClick={() => {
                  action.onSelect();
                  dismissToast(id);
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton icon={X} label={uiText.dismiss} onClick={() => dismissToast(id)} />
          </div>
        );
      })}
    </section>
  );
}
