import { Check } from "lucide-react";
import * as Dropdown from "radix-ui/dropdown-menu";
import { type FocusEvent, useEffect, useRef, useState } from "react";
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

/** The open menu. Radix needs a trigger of its own: an unseen one stands where the real button is. */
export default function MenuSurface({
  id,
  anchor,
  onClose,
  label,
  align,
  groups,
}: SurfaceProps & { label: string; align: "start" | "center" | "end"; groups: readonly MenuGroup[] }) {
  const handlers = useReturnFocus({ anchor });
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
          id={id}
          className={styles.float}
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          loop
        >
          {groups.map(({ id: group, heading, items }, index) => (
            <Dropdown.Group key={group}>
              {index > 0 && <Dropdown.Separator className={styles.rule} />}
              {heading && <Dropdown.Label className={styles.group}>{heading}</Dropdown.Label>}
              {items.map((item) => (
                <Item key={item.label} item={item} />
              ))}
            </Dropdown.Group>
          ))}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}
