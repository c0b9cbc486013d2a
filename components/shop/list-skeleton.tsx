import { Skeleton } from '@mantine/core'
import classes from './list-skeleton.module.css'

const placeholders = ['a', 'b', 'c']

export function ListSkeleton({ height = 120 }: { height?: number }) {
  return (
    <div className={classes.list} aria-busy="true">
      {placeholders.map((one) => (
        <Skeleton key={one} h={height} radius="lg" />
      ))}
    </div>
  )
}
