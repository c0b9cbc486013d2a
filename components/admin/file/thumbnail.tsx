import { IconFileTypePdf, IconMovie, IconPhoto } from '@tabler/icons-react'
import { type ShopFile, thumbnailOf } from './files'

const icons = { image: IconPhoto, document: IconFileTypePdf, video: IconMovie }

interface ThumbnailProps {
  file: ShopFile
  /** In pixels. */
  width: 160 | 480
  className?: string | undefined
}

/** Decorative: the name of the file is beside the picture. */
export function Thumbnail({ file, width, className }: ThumbnailProps) {
  const Icon = icons[file.kind]
  const src = thumbnailOf(file, width)
  if (!src) return <Icon size={36} stroke={1.2} aria-hidden="true" className={className} />
  // biome-ignore lint/performance/noImgElement: the variants are made by the server
  return <img src={src} alt="" loading="lazy" decoding="async" className={className} />
}
