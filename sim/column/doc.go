// Package column stores rows as typed Parquet columns and reads them back. It is the one
// place in this program that knows the Parquet library.
//
// Start with the columns of a table, a list of [Typed]: [Number], [Word], [Bit] and so on
// say of a row of any type what a column has and, for reading, where it goes. [NewWriter]
// and [Open] write and read a file by them. [OpenVectors] reads columns as integers
// without rows, which is fastest, and [Head] shows the first rows.
//
// A file is read only if it is, byte for byte, the one that a store.File lists.
//
// # Files
//
// Files use what every Parquet reader knows: flat columns; plain, delta and dictionary
// encoding; Zstandard, and Snappy for [Bytes]. Integers are signed and at least 32 bits
// wide (but for a [Digest]), so that a difference of two columns is never a surprise;
// narrow values cost nothing once packed. No column is named by a word that SQL
// reserves.
//
// # Verifying
//
// A [Sheet] is rows that are verified: what its columns may hold, and what the caller
// demands, become faults of a store.Findings. A [RowCheck] does so for all parts of a
// directory of one table.
package column
