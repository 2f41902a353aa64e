import { Ellipsis } from "lucide-react";
import { Suspense } from "react";
import { useUser } from "#web/lib/user.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { LazyPart } from "#web/ui/on-demand.tsx";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";
import styles from "./popover.module.css";

interface LazyMenuProps<P> {
  part: LazyPart<P>;
  props: P;
  /** The button's variant, the same as in the menu. */
  variant?: "bare" | "solid";
}

/** A popover menu in its own chunk, because visitors have none. Its place is reserved until it is loaded. */
export function LazyMenu<P extends object>({ part, props, variant = "bare" }: LazyMenuProps<P>) {
  const user = useUser();
  const { Part } = part;
  if (!user) return null;
  return (
    // The page works without its menu.
    <SilentErrorBoundary onFail={part.reset}>
      <Suspense
        fallback={
          <IconButton icon={Ellipsis} label="" variant={variant} className={styles.placeholder} disabled />
        }
      >
        <Part {...props} />
      </Suspense>
    </SilentErrorBoundary>
  );
}
