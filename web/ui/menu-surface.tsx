import { Check, ChevronDown } from "lucide-react";
import * as Dropdown from "radix-ui/dropdown-menu";
import { type FocusEvent, useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";
import { type SurfaceProps, useReturnFocus } from "./floating.ts";
import type { MenuGroup, MenuItem } from "./menu.tsx";
import styles from "./overlay.module.css";

function Item({ item }: { item: MenuItem }) {
  const { icon: Icon } = item;
  const face = (
    <>
      {Icon && <Icon aria-hidden />}
      {item.label}
      {item.checked && <Check className={styles.mark} aria-hidden />}
    </>
  );
  const className = cx(styles.item, item.danger && styles.danger);
  const shared = { className, disabled: item.disabled ?? false };
  if (item.checked !== undefined) {
    return (
      <Dropdown.CheckboxItem {...shared} checked={item.checked} onSelect={() => item.onSelect?.()}>
        {face}
      </Dropdown.CheckboxItem>
    );
  }
  if (item.to) {
    return (
      <Dropdown.Item {...shared} asChild>
        <Link to={item.to}>{face}</Link>
      </Dropdown.Item>
    );
  }
  return (
    <Dropdown.Item {...shared} onSelect={() => item.onSelect?.()}>
      {face}
    </Dropdown.Item>
  );
}

/**
 * Opened by keyboard, a menu starts at its first item. Radix does so when it has seen the key that opened it,
 * but here it is only mounted by that press.
 */
function useStartAtFirst({ anchor }: Pick<SurfaceProps, "anchor">) {
  const byKeyboard = useRef(anchor.current?.matches(":focus-visible") ?? false);
  return (event: FocusEvent<HTMLElement>) => {
    if (!byKeyboard.current || event.target !== event.currentTarget) return;
    byKeyboard.current = false;
    event.currentTarget.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
  };
}

function Groups({ groups }: { groups: readonly MenuGroup[] }) {
  return groups.map(({ id, heading, items }, index) => (
    <Dropdown.Group key={id}>
      {index > 0 && <Dropdown.Separator className={styles.rule} />}
      {heading && <Dropdown.Label className={styles.group}>{heading}</Dropdown.Label>}
      {items.map((item) => (
        <Item key={item.label} item={item} />
      ))}
    </Dropdown.Group>
  ));
}

/** Whether a box has more below what is in sight; the ref goes on the box. */
function useMoreBelow() {
  const [more, setMore] = useState(false);
  const ref = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const look = () => setMore(box.scrollHeight - box.clientHeight - box.scrollTop > 8);
    const observer = new ResizeObserver(look);
    observer.observe(box);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, []);
  return { more, ref };
}

interface MenuSurfaceProps extends SurfaceProps {
  label: string;
  align: "start" | "center" | "end";
  groups: readonly MenuGroup[];
  wide: boolean;
}

/** The open menu. Radix needs a trigger of its own: an unseen one stands where the real button is. */
export default function MenuSurface({ id, anchor, onClose, label, align, groups, wide }: MenuSurfaceProps) {
  const handlers = useReturnFocus({ anchor });
  const { more, ref } = useMoreBelow();
  const onFocus = useStartAtFirst({ anchor });
  // In the main landmark, above everything: content outside of landmarks is easily missed by screen readers.
  const place = document.getElementById("main");
  const [rect] = useState(() => anchor.current?.getBoundingClientRect());
  useEffect(() => {
    window.addEventListener("resize", onClose);
    return () => window.removeEventListener("resize", onClose);
  }, [onClose]);
  return (
    <Dropdown.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Dropdown.Trigger asChild>
        <span
          className={styles.anchor}
          style={{ left: rect?.left, top: rect?.top, width: rect?.width, height: rect?.height }}
          tabIndex={-1}
          aria-hidden
        />
      </Dropdown.Trigger>
      <Dropdown.Portal container={place}>
        <div className={styles.scrim} />
      </Dropdown.Portal>
      <Dropdown.Portal container={place}>
        <Dropdown.Content
          {...handlers}
          onFocus={onFocus}
          ref={ref}
          id={id}
          className={cx(styles.float, wide && styles.double)}
          data-more={more}
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          loop
        >
          {wide ? (
            <div className={styles.columns}>
              <div>
                <Groups groups={groups.slice(0, 1)} />
              </div>
              <div>
                <Groups groups={groups.slice(1)} />
              </div>
            </div>
          ) : (
            <Groups groups={groups} />
          )}
          {more && (
            <div className={styles.below} aria-hidden>
              <ChevronDown />
            </div>
          )}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}
