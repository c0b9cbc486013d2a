import { Skeleton } from '@mantine/core'
import classes from './resource-table.module.css'

const rows = Array.from({ length: 10 }, (_, index) => index)

export function TableSkeleton({ columns = 5 }: { columns?: number }) {
  const cells = Array.from({ length: columns }, (_, index) => index)
  return (
    <div className={classes.panel} aria-busy="true">
      <div className={classes.toolbar}>
        <Skeleton width={220} height={34} />
        <Skeleton width={90} height={28} radius="xl" />
        <Skeleton width={110} height={34} ml="auto" />
      </div>
      {rows.map((row) => (
        <div key={row} className={classes.skeletonRow}>
          {cells.map((cell) => (
            <Skeleton key={cell} height={12} width={cell === 0 ? '70%' : '45%'} />
          ))}
        </div>
      ))}
    </div>
  )
}
