import type { ReactNode } from 'react'
import { Picture } from '../picture'
import classes from './pieces.module.css'

interface GoodsProps {
  pictures: readonly (string | null)[]
  name: string | undefined
  /** Below the name. */
  details: ReactNode
  /** Of a picture, in pixels. */
  size?: number
}

/** What was bought: its pictures and its name. */
export function Goods({ pictures, name, details, size }: GoodsProps) {
  return (
    <span className={classes.goods}>
      {pictures.map((url, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same picture, and their order is fixed
        <Picture key={at} url={url} size={size} />
      ))}
      <span className={classes.names}>
        <span>{name}</span>
        <small>{details}</small>
      </span>
    </span>
  )
}
