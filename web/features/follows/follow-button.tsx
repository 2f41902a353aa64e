import { useQueryClient } from "@tanstack/react-query";
import { Footprints } from "lucide-react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { followRoute, unfollowRoute } from "#domain/follows/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { applyFollow } from "./apply-follow.ts";
import { followsText } from "./text.ts";

interface Creator {
  id: number;
  username: string;
}

function useFollow({ id, username }: Creator, following: boolean): () => void {
  const client = useQueryClient();
  const { run } = useAction(
    (follows: boolean) => call(follows ? followRoute : unfollowRoute, { params: { username } }),
    {
      queue: `follow ${id}`,
      optimistic: (follows) => {
        applyFollow(client, id, follows);
        return () => applyFollow(client, id, !follows);
      },
      errors: "modal",
      changes: ["/api/home"],
    },
  );
  return () => void run(!following);
}

interface FollowButtonProps extends Pick<ButtonLook, "size"> {
  creator: Creator;
  following: boolean;
}

/** Follows a creator or stops it. Leads visitors to the sign-in page; nothing for the creator themselves. */
export function FollowButton({ creator, following, size }: FollowButtonProps) {
  const user = useUser();
  const { pathname } = useLocation();
  const toggle = useFollow(creator, following);
  if (user?.id === creator.id) return null;
  const label = following ? followsText.unfollowPerson : followsText.followPerson;
  const look = { icon: Footprints, size, "aria-label": label(creator.username) } as const;
  if (!user) {
    return (
      <LinkButton {...look} to={signInUrl(pathname)}>
        {followsText.follow}
      </LinkButton>
    );
  }
  return (
    <Button {...look} onClick={toggle}>
      {following ? followsText.following : followsText.follow}
    </Button>
  );
}
