import { IconPhoto } from '@tabler/icons-react'
import classes from './picture.module.css'

interface PictureProps {
  url: string | null
  /** The width and height in pixels. */
  size?: number
}

/**
 * A small square picture of a record, or an icon if `url` is null. Has no alternative text, because the name of the
 * record is beside the picture.
 */
export function Picture({ url, size = 32 }: PictureProps) {
  return (
    <span className={classes.picture} style={{ width: size, height: size }}>
      {url ? (
        // biome-ignore lint/performance/noImgElement: uploaded files are served unchanged
        <img src={url} alt="" width={size} height={size} loading="lazy" decoding="async" />
      ) : (
        <IconPhoto size={size / 2} stroke={1.6} aria-hidden="true" />
      )}
    </span>
  )
}
