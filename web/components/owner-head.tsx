import type { ReactNode } from "react";
import type { UserCard } from "#domain/api/response.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Headshot } from "./headshot.tsx";
import styles from "./owner-head.module.css";

export function OwnerPicture({ owner, size }: { owner: UserCard | undefined; size: number }) {
  if (!owner) return <Skeleton width={size} height={size} />;
  return <Headshot user={owner} size={size} decorative />;
}

interface OwnerHeadProps {
  title: string;
  picture?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function OwnerHead({ title, picture, action, children }: OwnerHeadProps) {
  return (
    <header className={styles.owner}>
      {picture}
      <div className={styles.text}>
        <h1>{title}</h1>
        <div className={styles.about}>{children}</div>
      </div>
      {action}
    </header>
  );
}
