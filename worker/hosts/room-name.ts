/** The name of a room's object, stored with seats: "7:0" is instance 0 of level 7. */
export const roomName = (level: number, instance: number): string => `${level}:${instance}`;

/** The level and instance in a room's name. */
export function parseRoomName(name: string): { level: number; instance: number } {
  const [level, instance] = name.split(":").map(Number);
  if (!Number.isSafeInteger(level) || !Number.isSafeInteger(instance))
    throw new Error(`bad room name ${name}`);
  return { level: Number(level), instance: Number(instance) };
}
