/*
 * Inside the library: the format's numbers (PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3).
 */
#ifndef CT_FILES_ZIP_FORMAT_H
#define CT_FILES_ZIP_FORMAT_H

enum {
	CT_ZIP_LOCAL = 0x04034b50,
	CT_ZIP_CENTRAL = 0x02014b50,
	CT_ZIP_DESCRIPTOR = 0x08074b50,
	CT_ZIP_END = 0x06054b50,
	CT_ZIP_END64 = 0x06064b50,
	CT_ZIP_LOCATOR64 = 0x07064b50
};

/* Sizes without what follows of variable length. */
enum {
	CT_ZIP_LOCAL_SIZE = 30,
	CT_ZIP_CENTRAL_SIZE = 46,
	CT_ZIP_END_SIZE = 22,
	CT_ZIP_END64_SIZE = 56,
	CT_ZIP_LOCATOR64_SIZE = 20
};

enum {
	CT_ZIP_ENCRYPTED = 1 << 0,
	CT_ZIP_HAS_DESCRIPTOR = 1 << 3, /* size and checksum follow the bytes */
	CT_ZIP_STRONGLY_ENCRYPTED = 1 << 6,
	CT_ZIP_UTF8 = 1 << 11,
	CT_ZIP_MASKED = 1 << 13 /* the local header hides its values */
};

enum { CT_ZIP_EXTRA64 = 1 }; /* the extra field with 64-bit sizes */

#endif
