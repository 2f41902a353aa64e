import { useEffect, useEffectEvent } from "react";

/** Listens to events, with spaces between their types. Returns a function that stops it. */
export function listen<E extends Event>(
  target: EventTarget | null | undefined,
  types: string,
  listener: (event: E) => void,
  options?: AddEventListenerOptions | boolean,
): () => void {
  for (const type of types.split(" ")) target?.addEventListener(type, listener as EventListener, options);
  return () => {
    for (const type of types.split(" "))
      target?.removeEventListener(type, listener as EventListener, options);
  };
}

/** Listens to events while the component is mounted. */
export function useListener<E extends Event>(
  target: EventTarget,
  types: string,
  listener: (event: E) => void,
  capture = false,
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => listen<E>(target, types, (event) => onEvent(event), capture), [target, types, capture]);
}
