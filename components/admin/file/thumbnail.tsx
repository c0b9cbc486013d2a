import { IconFileTypePdf, IconMovie, IconPhoto } from '@tabler/icons-react'
import { type ShopFile, thumbnailOf } from './files'

const icons = { image: IconPhoto, document: IconFileTypePdf, video: IconMovie }

interface ThumbnailProps {
  file: ShopFile
  /** The width of the loaded picture, in pixels. */
  width: 160 | 480
  className?: string | undefined
}

/**
 * A small picture of a file, or the icon of the file's kind. Decorative, because the name of the file is beside the
 * picture.
 */
export function Thumbnail({ file, width, className }: ThumbnailProps) {
  const Icon = icons[file.kind]
  const src = thumbnailOf(file, width)
  if (!src) return <Icon size={36} stroke={1.2} aria-hidden="true" className={className} />
  // biome-ignore lint/performance/noImgElement: the variants are made by the server
  return <img src={src} alt="" loading="lazy" decoding="async" className={className} />
}
