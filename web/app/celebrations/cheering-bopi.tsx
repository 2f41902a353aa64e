import { useEffect, useState } from "react";
import { lookUrl } from "#domain/avatar/look-url.ts";
import { useUser } from "#web/lib/user.ts";

/** The member's own bopi, cheering. Its usual picture shows until that one is drawn. */
export function CheeringBopi({ size, className }: { size: number; className?: string | undefined }) {
  const user = useUser();
  const [isDrawn, setDrawn] = useState(false);
  const cheering = user && lookUrl(user.look, { pose: "cheer", size: 256 });
  useEffect(() => {
    if (!cheering) return;
    const picture = new Image();
    picture.onload = () => setDrawn(true);
    picture.src = cheering;
    return () => {
      picture.onload = null;
    };
  }, [cheering]);
  if (!user) return null;
  return (
    <img
      className={className}
      src={isDrawn && cheering ? cheering : user.bopi.avatar_url}
      width={size}
      height={size}
      alt=""
    />
  );
}
