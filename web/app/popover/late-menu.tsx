import { Ellipsis } from "lucide-react";
import { Suspense } from "react";
import { useUser } from "#web/lib/user.ts";
import { Guard } from "#web/ui/guard.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { LatePart } from "#web/ui/on-demand.tsx";
import styles from "./popover.module.css";

interface LateMenuProps<P> {
  part: LatePart<P>;
  props: P;
  /** How its button looks, as the menu itself has it. */
  variant?: "bare" | "solid";
}

/** A popover menu in a chunk of its own, as visitors have none: a member's page keeps its place until it is here. */
export function LateMenu<P extends object>({ part, props, variant = "bare" }: LateMenuProps<P>) {
  const user = useUser();
  const { Part } = part;
  if (!user) return null;
  return (
    // Without it the page is as good as ever, only its acts are away.
    <Guard onFail={part.renew}>
      <Suspense
        fallback={
          <IconButton icon={Ellipsis} label="" variant={variant} className={styles.waiting} disabled />
        }
      >
        <Part {...props} />
      </Suspense>
    </Guard>
  );
}
