import { useEffect } from "react";
import { startPlaying } from "#web/components/play/launch-store.ts";
import { PlaySlot } from "#web/components/play/play-slot.tsx";

export interface DesktopLaunchProps {
  userId: number;
  levelId: number;
  onClose: () => void;
}

export default function DesktopLaunch({ userId, levelId }: DesktopLaunchProps) {
  useEffect(
    () => startPlaying({ destination: { destination_type: "User", id: userId }, level: levelId }),
    [userId, levelId],
  );
  return <PlaySlot />;
}
