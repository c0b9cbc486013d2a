import { Skeleton } from '@mantine/core'
import classes from './group.module.css'

const rows = Array.from({ length: 9 }, (_, index) => index)

export function GroupSkeleton() {
  return (
    <div className={classes.view} aria-busy="true">
      <Skeleton width={220} height={22} />
      <div className={classes.skeletonFields}>
        <Skeleton height={56} />
        <Skeleton height={56} />
      </div>
      <div className={classes.part}>
        <Skeleton width={140} height={16} mb="md" />
        {rows.map((row) => (
          <div key={row} className={classes.skeletonRow}>
            <Skeleton height={12} width={`${60 + ((row * 17) % 30)}%`} />
            {[1, 2, 3, 4].map((cell) => (
              <Skeleton key={cell} height={18} width={18} radius="sm" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

export const GroupPageSkeleton = () => (
  <div className={classes.panel}>
    <GroupSkeleton />
  </div>
)
