import { IconPhoto } from '@tabler/icons-react'
import classes from './picture.module.css'

interface PictureProps {
  url: string | null
  /** In pixels. */
  size?: number
}

/** An icon if `url` is null. No alternative text: the name of the record is beside the picture. */
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
