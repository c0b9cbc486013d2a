import type { ReactNode } from 'react'
import { Picture } from '@/components/ui/picture'
import classes from './pieces.module.css'

/** Visible part of a picture below another one, in pixels. */
const shift = 10

interface GoodsProps {
  pictures: readonly (string | null)[]
  name: string | undefined
  /** Below the name. */
  details: ReactNode
  /** In pixels. */
  size?: number
  /** Reserves space for this number of overlapping pictures, so that names in a list are aligned. */
  most?: number
}

export function Goods({ pictures, name, details, size = 32, most = 1 }: GoodsProps) {
  return (
    <span className={classes.goods}>
      {most > 0 && (
        <span className={classes.pictures} style={{ minWidth: size + (most - 1) * shift }}>
          {pictures.slice(0, most).map((url, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same picture, and their order is fixed
            <span key={at} style={{ zIndex: most - at, marginLeft: at === 0 ? 0 : shift - size }}>
              <Picture url={url} size={size} />
            </span>
          ))}
        </span>
      )}
      <span className={classes.names}>
        <span>{name}</span>
        <small>{details}</small>
      </span>
    </span>
  )
}
