import { Check, ChevronDown } from "lucide-react";
import * as Dropdown from "radix-ui/dropdown-menu";
import { type FocusEvent, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import { cx } from "./cx.ts";
import { type SurfaceProps, useReturnFocus } from "./floating.ts";
import type { MenuGroup, MenuItem } from "./menu-item.ts";
import styles from "./overlay.module.css";

function Item({ item }: { item: MenuItem }) {
  const { icon: Icon } = item;
  const content = item.content ?? (
    <>
      {Icon && <Icon aria-hidden />}
      {item.label}
      {item.checked && <Check className={styles.mark} aria-hidden />}
    </>
  );
  const className = cx(styles.item, item.danger && styles.danger);
  const shared = { className, disabled: item.disabled ?? false, textValue: item.label };
  if (item.checked !== undefined) {
    return (
      <Dropdown.CheckboxItem {...shared} checked={item.checked} onSelect={() => item.onSelect?.()}>
        {content}
      </Dropdown.CheckboxItem>
    );
  }
  if (item.to) {
    return (
      <Dropdown.Item {...shared} onSelect={() => item.onSelect?.()} asChild>
        <Link to={item.to}>{content}</Link>
      </Dropdown.Item>
    );
  }
  return (
    <Dropdown.Item {...shared} onSelect={() => item.onSelect?.()}>
      {content}
    </Dropdown.Item>
  );
}

/**
 * Focuses the first item of a menu opened by keyboard. Radix does this only if it sees the key press, but here it mounts
 * after it.
 */
function useStartAtFirst({ anchor }: Pick<SurfaceProps, "anchor">) {
  const byKeyboard = useRef(anchor.current?.matches(":focus-visible") ?? false);
  return (event: FocusEvent<HTMLElement>) => {
    if (!byKeyboard.current || event.target !== event.currentTarget) return;
    byKeyboard.current = false;
    event.currentTarget.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
  };
}

/** Whether a box can be scrolled down; the ref goes on the box. */
function useMoreBelow() {
  const [hasMore, setHasMore] = useState(false);
  const ref = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const update = () => setHasMore(box.scrollHeight - box.clientHeight - box.scrollTop > 8);
    const observer = new ResizeObserver(update);
    observer.observe(box);
    box.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", update);
    };
  }, []);
  return { hasMore, ref };
}

interface MenuSurfaceProps extends SurfaceProps {
  label: string;
  align: "start" | "center" | "end";
  groups: readonly MenuGroup[];
}

/** The open menu. Radix needs its own trigger, so an invisible one covers the real button. */
export default function MenuSurface({ id, anchor, onClose, label, align, groups }: MenuSurfaceProps) {
  const handlers = useReturnFocus({ anchor });
  const { hasMore, ref } = useMoreBelow();
  const onFocus = useStartAtFirst({ anchor });
  // In the main landmark, because screen reader users easily miss content outside landmarks.
  const container = document.getElementById("main");
  const [rect] = useState(() => anchor.current?.getBoundingClientRect());
  useEffect(() => {
    window.addEventListener("resize", onClose);
    return () => window.removeEventListener("resize", onClose);
  }, [onClose]);
  return (
    <Dropdown.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      {/* Not in the button's place: a card that lifts would move what is fixed in it. */}
      {createPortal(
        <Dropdown.Trigger asChild>
          <span
            className={styles.anchor}
            style={{ left: rect?.left, top: rect?.top, width: rect?.width, height: rect?.height }}
            tabIndex={-1}
            aria-hidden
          />
        </Dropdown.Trigger>,
        container ?? document.body,
      )}
      <Dropdown.Portal container={container}>
        <div className={styles.scrim} />
      </Dropdown.Portal>
      <Dropdown.Portal container={container}>
        <Dropdown.Content
          {...handlers}
          onFocus={onFocus}
          ref={ref}
          id={id}
          className={styles.float}
          data-more={hasMore}
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          loop
        >
          {groups.map(({ id, heading, items }, index) => (
            <Dropdown.Group key={id}>
              {index > 0 && <Dropdown.Separator className={styles.rule} />}
              {heading && <Dropdown.Label className={styles.group}>{heading}</Dropdown.Label>}
              {items.map((item) => (
                <Item key={item.label} item={item} />
              ))}
            </Dropdown.Group>
          ))}
          {hasMore && (
            <div className={styles.below} aria-hidden>
              <ChevronDown />
            </div>
          )}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}
