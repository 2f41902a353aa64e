import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useState,
} from "react";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";

const picture = lazyPart(() => import("./try-on-picture.tsx"));

/**
 * Shows the item of a card on the own bopi while the pointer rests on the card, its link has the keyboard's focus, or after a long press.
 * Returns the card's listeners, and the picture, which covers the card's own one. Nothing loads before that.
 */
export function useTryOn(item: WearableItem): [listeners: object, picture: ReactNode] {
  const [state, setState] = useState<"" | "on" | "off">("");
  const turnOff = () => setState((before) => before && "off");
  const listeners = {
    onPointerEnter: () => setState("on"),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === "mouse" && turnOff(),
    onPointerCancel: turnOff,
    onFocus: ({ target }: FocusEvent) => target.matches(":focus-visible") && setState("on"),
    onBlur: turnOff,
    // A long press shows the picture instead of the link's menu.
    onContextMenu: (event: MouseEvent) =>
      (event.nativeEvent as unknown as PointerEvent).pointerType === "touch" && event.preventDefault(),
  };
  const { Part } = picture;
  return [
    listeners,
    state && item.uuid && (
      <SilentErrorBoundary onFail={picture.reset}>
        <Suspense>
          <Part item={item} shown={state === "on"} />
        </Suspense>
      </SilentErrorBoundary>
    ),
  ];
}
