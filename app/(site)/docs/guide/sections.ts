/** The sections of the guide in their order: ids on its page, and keys of its texts. */
export const guideSections = ['requests', 'banners', 'order', 'sandbox', 'cors'] as const
