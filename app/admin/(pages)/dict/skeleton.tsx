import { Skeleton } from '@mantine/core'
import classes from './dict.module.css'

export function DictionariesSkeleton() {
  return (
    <div className={classes.columns} aria-busy="true">
      <Skeleton height={320} radius="lg" />
      <Skeleton height={420} radius="lg" />
    </div>
  )
}
