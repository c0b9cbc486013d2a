const longest = 1600

/** Sent unchanged. */
const small = 1024 * 1024

/** Unchanged if scaling does not help or the browser cannot decode it. Originals of phones are slow to upload. */
export async function scaled(file: File): Promise<File> {
  if (file.size <= small) return file
  try {
    const blob = await asJpeg(file)
    if (!blob || blob.size >= file.size) return file
    return new File([blob], file.name.replace(/(\.[^.]*)?$/, '.jpg'), { type: blob.type })
  } catch {
    return file
  }
}

async function asJpeg(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file)
  try {
    const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    // JPEG has no transparency.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  } finally {
    bitmap.close()
  }
}
